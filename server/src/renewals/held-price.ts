import { todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import {
  type DocumentDelivery,
  type Policy,
  newestDelivery,
  selectDeliveries,
  timelineOf,
} from '../policies/index.ts'
import type { Catalogue, LoadedVersion, ProductDefinition } from '../products/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import { segmentOn } from '../timelines/index.ts'
import type { Renewal } from './renewal.ts'

/** Why a dearer price does not hold. */
export type HeldBecause = 'no_clause' | 'not_proven'

/** The price that a policy keeps in its next term, on the version that it was sold on. */
export interface HeldPrice {
  readonly quote: Quote
  readonly product: LoadedVersion
  readonly because: HeldBecause
}

/**
 * The price of the last day of the term, where the next term is dearer and nobody has accepted that, unless
 * the terms let the premium rise and the notice is known to have arrived a month before (par. 40 VVG). Null
 * where the price that was offered holds.
 */
export async function heldPrice(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  policy: Policy,
  renewal: Renewal,
): Promise<HeldPrice | null> {
  const product = await catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const deliveries = await selectDeliveries(tx, policy.id)
  const because = heldBecause(product.definition, policy, renewal, deliveries)
  if (because === null) return null
  const timeline = await timelineOf(tx, policy.versionId)
  const lastDay = renewal.firstDay.subtract({ days: 1 })
  const [quote] = await selectQuotes(tx, [segmentOn(timeline, lastDay).quoteId])
  const sold = quote && (await catalogue.version(quote.productVersionId))
  if (quote === undefined || sold === undefined) {
    throw new Error(`the price of policy ${policy.id} on ${lastDay} is gone`)
  }
  return { quote, product: sold, because }
}

function heldBecause(
  { law, renewal: { adjustmentClause } }: ProductDefinition,
  { timeZone }: Policy,
  { state, paymentBefore, paymentAfter, firstDay, offeredAt }: Renewal,
  deliveries: readonly DocumentDelivery[],
): HeldBecause | null {
  const isDearer = (paymentAfter ?? 0) > paymentBefore
  if (law !== 'de' || !isDearer || state === 'accepted') return null
  if (!adjustmentClause) return 'no_clause'
  const notice = newestDelivery(deliveries, 'renewal_notice')
  if (notice === null || offeredAt === null) return 'not_proven'
  const isOfThis = isBy(todayIn(timeZone, offeredAt), notice.deliveredOn)
  const isInTime = isBy(notice.deliveredOn, firstDay.subtract({ months: 1 }))
  return isOfThis && isInTime ? null : 'not_proven'
}

function isBy(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0
}
