import { explainError, FormulaError, isError, originOfError } from '@bindery/spreadsheet/formulas'
import type { Calculation } from '../pricing-types.ts'
import type { CompiledFormula, CompiledStep, FormulaModel } from './model.ts'
import type { FormulaValue } from './scope.ts'

/**
 * A calculation that ended in an error, placed at the step where the error arose. It names
 * formulas only, never what the customer sent.
 */
export function failureAt(
  model: FormulaModel,
  ended: CompiledFormula,
  error: FormulaError,
  slots: readonly FormulaValue[],
): Calculation {
  const steps = new Map(
    [...model.knockoutSteps, ...model.outputSteps].map((step) => [step.name, step]),
  )
  const origin = originOfError<CompiledFormula | CompiledStep>(
    ended,
    ({ uses }) => [...uses].flatMap((name) => steps.get(name) ?? []),
    (step) => 'slot' in step && isSame(slots[step.slot], error),
  )
  return { outcome: 'failed', place: origin.place, reason: explainError(error) }
}

function isSame(value: FormulaValue | undefined, error: FormulaError): boolean {
  return isError(value) && value.code === error.code
}
