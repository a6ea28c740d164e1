import { toPremium } from './premium/to-premium.ts'
import type { CompiledPricing, PricedOutcome, PricingInput } from './pricing-types.ts'

/** Evaluates a pricing logic and holds it to the money contract; at once where the kind can. */
export function calculate(
  pricing: CompiledPricing,
  input: PricingInput,
  options?: { readonly trace?: boolean },
): PricedOutcome | Promise<PricedOutcome> {
  const calculation = pricing.evaluate(input, options)
  return calculation instanceof Promise ? calculation.then(toPremium) : toPremium(calculation)
}
