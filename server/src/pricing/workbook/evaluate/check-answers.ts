import { readCell } from '@bindery/spreadsheet'
import { isError, type Value } from '@bindery/spreadsheet/formulas'
import type { FieldError } from '../../../kernel/index.ts'
import type { Calculation, PricingInput } from '../../pricing-types.ts'
import { failureAt } from './failure-at.ts'
import type { WorkbookModel } from './workbook-model.ts'

/**
 * Holds each answer to its Required and IsValid cells. Null where all is well; mistakes come
 * before declined risks, so that a customer is not turned away for a slip of the pen. An answer
 * that was not given need not be valid; an IsValid that comes to an error, as when a lookup does
 * not find the answer, says that it is not. An answer that holds since the sale was held to them
 * then, on the day that was today.
 */
export function checkAnswers(
  { inputs, kit }: WorkbookModel,
  slots: readonly Value<number>[],
  errors: FieldError[],
  held: PricingInput['held'] = [],
): Calculation | null {
  let declined: string | null = null
  for (const { name, path, slot, required, isValid, knocksOut } of inputs) {
    if (held.includes(path[0] ?? '')) continue
    if (slots[slot] === null) {
      if (required === null || errors.some(({ field }) => field === name)) continue
      const mustBeGiven = kit.asBoolean(readCell(required, slots))
      if (isError(mustBeGiven)) return failureAt(required, mustBeGiven, slots)
      if (mustBeGiven) errors.push({ code: 'required', field: name, path: 'data' })
    } else if (isValid !== null) {
      const verdict = readCell(isValid, slots)
      if (verdict === null || kit.asBoolean(verdict) === true) continue
      if (knocksOut) declined ??= name
      else errors.push({ code: 'invalid_value', field: name, path: 'data' })
    }
  }
  if (errors.length > 0) return { outcome: 'invalid', errors }
  return declined === null ? null : { outcome: 'knockout', code: declined }
}
