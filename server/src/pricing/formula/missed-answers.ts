import type { Decimal } from '@bindery/spreadsheet/decimal'
import {
  type Frame,
  LookupMiss,
  originOfError,
  read,
  slotsBehind,
} from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../kernel/index.ts'
import { blameAnswers } from '../blame-answers.ts'
import type { PricingInput } from '../pricing-types.ts'
import type { CompiledFormula, CompiledStep, FormulaModel, InputSlot } from './model.ts'

/**
 * The answers that a lookup did not find, where that is why a calculation failed. The frame is one that
 * names misses, with all inputs in place.
 */
export function missedAnswers(
  model: FormulaModel,
  frame: Frame<Decimal>,
  input: PricingInput,
): FieldError[] {
  const steps = [...model.knockoutSteps, ...model.outputSteps]
  for (const { slot, operand } of steps) frame.slots[slot] = read(operand, frame)
  for (const ended of [...model.knockouts, ...model.outputs]) {
    const value = read(ended.operand, frame)
    if (value instanceof LookupMiss) return blame(model, frame, input, ended, value)
  }
  return []
}

function blame(
  model: FormulaModel,
  frame: Frame<Decimal>,
  input: PricingInput,
  ended: CompiledFormula,
  miss: LookupMiss<Decimal>,
): FieldError[] {
  const named = new Map(
    [...model.knockoutSteps, ...model.outputSteps].map((step) => [step.name, step]),
  )
  const usedBy = ({ uses }: CompiledFormula) => [...uses].flatMap((name) => named.get(name) ?? [])
  const origin = originOfError<CompiledFormula | CompiledStep>(
    ended,
    usedBy,
    (step) => 'slot' in step && frame.slots[step.slot] === miss,
  )
  const inputsOf = (slots: readonly InputSlot[], { uses }: CompiledFormula) =>
    slots.filter(({ declaration }) => uses.has(declaration.name))
  const direct = [...inputsOf(model.inputs, origin), ...inputsOf(model.variables, origin)]
  const candidates = [...direct, ...usedBy(origin)].map(({ slot }) => slot)
  const found = read(origin.operand, frame)
  if (!(found instanceof LookupMiss)) return []
  const behind = new Set(
    slotsBehind(found, (again) => read(origin.operand, again), frame, candidates),
  )
  const all = new Set<CompiledFormula>(usedBy(origin).filter(({ slot }) => behind.has(slot)))
  for (const step of all) for (const used of usedBy(step)) all.add(used)
  const isBehind = (slot: InputSlot) =>
    behind.has(slot.slot) || [...all].some(({ uses }) => uses.has(slot.declaration.name))
  const answers = model.inputs.filter(isBehind).map(({ declaration, path }) => ({
    field: declaration.field,
    path,
  }))
  return blameAnswers({ answers, hasVariable: model.variables.some(isBehind) }, input)
}
