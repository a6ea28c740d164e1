import { explainError, FormulaError } from '../functions/index.ts'
import type { Calculation } from '../pricing-types.ts'
import type { CompiledFormula, FormulaModel } from './model.ts'
import type { FormulaValue } from './scope.ts'

/**
 * A calculation that ended in an error, placed at the step where the error arose rather than at
 * the output where it came out. It names formulas only, never what the customer sent.
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
  let origin: CompiledFormula = ended
  // Steps come in an order without cycles, so following them back must end.
  for (;;) {
    const before = [...origin.uses]
      .map((name) => steps.get(name))
      .find((step) => step !== undefined && isSame(slots[step.slot], error))
    if (before === undefined) break
    origin = before
  }
  return { outcome: 'failed', place: origin.place, reason: explainError(error) }
}

function isSame(value: FormulaValue | undefined, error: FormulaError): boolean {
  return value instanceof FormulaError && value.code === error.code
}
