import type { Kit, Value } from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../../kernel/index.ts'
import { isGiven, memberAt } from '../../member-at.ts'
import type { Calculation, PricingInput } from '../../pricing-types.ts'
import { readAnswer } from './read-answer.ts'
import type { InputSlot, VariableSlot, WorkbookModel } from './workbook-model.ts'

/** Puts answers and variables into their cells; a failed calculation where a variable cannot be. */
export function placeInputs(
  { inputs, variables, kit }: WorkbookModel,
  input: PricingInput,
  slots: Value<number>[],
  errors: FieldError[],
): Calculation | null {
  for (const one of inputs) placeAnswer(one, input, kit, slots, errors)
  for (const variable of variables) {
    const failure = placeVariable(variable, input, kit, slots)
    if (failure !== null) return failure
  }
  return null
}

/** Puts back what the file was saved with. */
export function placeSaved(
  { inputs, variables }: Pick<WorkbookModel, 'inputs' | 'variables'>,
  slots: Value<number>[],
): void {
  for (const { slot, saved } of [...inputs, ...variables]) slots[slot] = saved
}

/** An answer that was not given leaves its cell blank. */
function placeAnswer(
  { name, path, slot, isToday }: InputSlot,
  input: PricingInput,
  kit: Kit<number>,
  slots: Value<number>[],
  errors: FieldError[],
): void {
  if (isToday) {
    slots[slot] = todayIn(input, kit)
    return
  }
  const given = memberAt(input.data, path)
  if (!isGiven(given)) return
  const value = readAnswer(given, kit.calendar)
  if (value === undefined) errors.push({ code: 'invalid_value', field: name, path: 'data' })
  else slots[slot] = value
}

/** Where no variable comes, what the file says stays. */
function placeVariable(
  { name, path, slot, saved, isToday }: VariableSlot,
  input: PricingInput,
  kit: Kit<number>,
  slots: Value<number>[],
): Calculation | null {
  const given = memberAt(input.variables, path)
  if (!isGiven(given)) {
    slots[slot] = isToday ? todayIn(input, kit) : saved
    return null
  }
  const value = readAnswer(given, kit.calendar)
  if (value === undefined) {
    const reason = 'the pricing variable is not a value that a cell can hold'
    return { outcome: 'failed', place: `variable ${name}`, reason }
  }
  slots[slot] = value
  return null
}

function todayIn({ today }: PricingInput, { calendar }: Kit<number>): number | null {
  return calendar.serialOf(today.year, today.month, today.day)
}
