import { processorMs } from '../pace.ts'
import type { PricingInput, FormulaTimes } from '../pricing-types.ts'
import { evaluate } from './evaluate.ts'
import type { FormulaModel } from './model.ts'

/** Times every formula for an input. */
export function timeFormulas(model: FormulaModel, input: PricingInput): FormulaTimes {
  let ms = 0
  let slowest = { place: '', ms: -1 }
  let before = processorMs()
  evaluate(model, input, true, ({ place }) => {
    const took = processorMs() - before
    ms += took
    if (took > slowest.ms) slowest = { place, ms: took }
    before = processorMs()
  })
  return { ms, slowest: slowest.place }
}
