import { originOfError } from '../../engine/index.ts'
import { explainError, FormulaError, isError, type Value } from '../../functions/index.ts'
import type { Calculation } from '../../pricing-types.ts'
import type { CellReading, CellStep } from '../compile/cell-step.ts'

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
