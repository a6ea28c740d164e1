import type { ProductDefinition } from '../../products/index.ts'
import type { Ending } from '../../timelines/index.ts'

/** What the days after a cancellation cost, as the product says. */
export function endingRuleOf({
  cancellation,
}: Pick<ProductDefinition, 'cancellation'>): Ending['rule'] {
  const { refund: method, shortRates: shares } = cancellation
  return method === 'short_rate' ? { method, shares } : { method }
}
