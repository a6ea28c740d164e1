import type { NamedCancellation, ProductDefinition } from '../../products/index.ts'
import type { Ending } from '../../timelines/index.ts'
import { termsFor } from './choose-cancellation.ts'

/** What the days after a cancellation cost: as its kind says, or the product where it names none. */
export function endingRuleOf(
  { cancellation }: Pick<ProductDefinition, 'cancellation'>,
  named: NamedCancellation | null,
): Ending['rule'] {
  const { shortRates: shares } = cancellation
  const { refund: method } = named === null ? cancellation : termsFor({ cancellation }, named)
  return method === 'short_rate' ? { method, shares } : { method }
}
