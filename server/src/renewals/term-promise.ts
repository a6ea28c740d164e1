import { priceOf } from '../policies/index.ts'
import { digestOf } from '../policy-transactions/index.ts'
import type { Quote } from '../quotes/index.ts'
import type { Renewal } from './renewal.ts'

/** What a preview of a renewal is about, for its token: that one term goes on. */
export function termDigest({ firstDay }: Pick<Renewal, 'firstDay'>): string {
  return digestOf(['renewal', firstDay.toString()])
}

/** All that it says of the next term: its days, the version that sells it, its plan, and every cent of its price. */
export function termSums(
  { lastDay, productVersionId }: Pick<Renewal, 'lastDay' | 'productVersionId'>,
  quote: Pick<Quote, 'premium' | 'planId'> | null,
): string {
  const price = quote === null ? null : { ...priceOf(quote), plan: quote.planId }
  return digestOf([lastDay?.toString() ?? null, productVersionId, price])
}
