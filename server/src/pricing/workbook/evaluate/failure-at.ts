import type { CellReading, CellStep } from '@bindery/spreadsheet'
import {
  explainError,
  FormulaError,
  isError,
  originOfError,
  type Value,
} from '@bindery/spreadsheet/formulas'
import type { Calculation } from '../../pricing-types.ts'

/** A calculation that ended in an error, placed at the cell where the error arose. */
export function failureAt(
  { place, step }: CellReading,
  error: FormulaError,
  slots: readonly Value<number>[],
): Calculation {
  const hasSame = ({ slot, constant }: CellStep) => {
    const value = slot < 0 ? constant : slots[slot]
    return isError(value) && value.code === error.code
  }
  const origin = step === null ? null : originOfError(step, ({ uses }) => uses, hasSame)
  return { outcome: 'failed', place: origin?.place ?? place, reason: explainError(error) }
}
