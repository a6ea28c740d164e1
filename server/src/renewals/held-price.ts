import { type PlanId, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import {
  type DocumentDelivery,
  type Policy,
  newestDelivery,
  selectDeliveries,
  timelineOf,
} from '../policies/index.ts'
import {
  type Catalogue,
  type LoadedVersion,
  type PlanFrequency,
  type ProductDefinition,
  paymentsPerYear,
} from '../products/index.ts'
import { type Quote, selectQuotes } from '../quotes/index.ts'
import { segmentOn } from '../timelines/index.ts'
import { mergedValues } from './endorsements/next-term-endorsement.ts'
import { selectPending } from './endorsements/next-term-endorsement-store.ts'
import type { Renewal } from './renewal.ts'

/** Why a dearer price does not hold. */
export type HeldBecause = 'no_clause' | 'not_proven'

/** The price that a policy keeps in its next term, on the version that it was sold on. */
export interface HeldPrice {
  readonly quote: Quote
  readonly product: LoadedVersion
  readonly because: HeldBecause
  /** The answers that are endorsed for the next term; null where that is not priced by the version. */
  readonly endorsed: readonly string[] | null
}

/**
 * The price of the last day of the term, with what is endorsed for the next one, where the next term is dearer and nobody has accepted that, unless
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
  if (product.definition.law !== 'de' || renewal.state === 'accepted') return null
  const { firstDay, heldQuoteId, paymentAfter, planId } = renewal
  const lastDay = firstDay.subtract({ days: 1 })
  const timeline = await timelineOf(tx, policy.versionId)
  const quoteId = heldQuoteId ?? segmentOn(timeline, lastDay).quoteId
  const [quote] = await selectQuotes(tx, [quoteId])
  const sold = quote && (await catalogue.version(quote.productVersionId))
  if (quote === undefined || sold === undefined) {
    throw new Error(`the price of policy ${policy.id} on ${lastDay} is gone`)
  }
  const yearly = (payment: number, plan: PlanId) =>
    payment * paymentsInYear(product.plans.get(plan)?.frequency ?? null)
  const paymentHeld = quote.premium.grossPaymentAmount
  const isDearer =
    yearly(paymentAfter ?? 0, planId ?? quote.planId) > yearly(paymentHeld, quote.planId)
  if (!isDearer) return null
  const deliveries = await selectDeliveries(tx, policy.id)
  const because = heldBecause(product.definition, policy, renewal, deliveries)
  if (because === null) return null
  const { answers } = mergedValues(await selectPending(tx, policy.id, firstDay))
  const names = Object.keys(answers)
  const isPriced = names.length === 0 || heldQuoteId !== null
  return { quote, product: sold, because, endorsed: isPriced ? names : null }
}

function paymentsInYear(frequency: PlanFrequency | null): number {
  return frequency === null ? 1 : paymentsPerYear[frequency]
}

function heldBecause(
  { renewal: { adjustmentClause } }: ProductDefinition,
  { timeZone }: Policy,
  { firstDay, offeredAt }: Renewal,
  deliveries: readonly DocumentDelivery[],
): HeldBecause | null {
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
