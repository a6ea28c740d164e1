import { type AccountId, type Moment, type PolicyVersionId, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import { type TermDays, renewTimeline, segmentOn } from '../timelines/index.ts'
import { activateOrder } from './activate-order.ts'
import type { Policy } from './policy.ts'
import type { PolicyTimeline, PolicyVersion, RenewalOfPolicy } from './policy-version.ts'
import { priceOf } from './sold-timeline.ts'
import { termEndOf } from './term-end.ts'
import { insertProcessingVersion, updateTimeline } from './version-store.ts'

/** A term that is to follow the last one. */
export interface RenewedTerm {
  readonly days: TermDays
  /** Its price, on the version of the product that it is sold on. */
  readonly quote: Quote
  readonly product: LoadedVersion
  /** What it says anew. */
  readonly change: RenewalOfPolicy
  /** Who accepted it; null where nobody had to, or the customer did. */
  readonly orderedBy: AccountId | null
}

/** What a renewal makes of a policy: its timeline, and what its row says of its term. */
export function layRenewal(
  policy: Policy,
  before: PolicyTimeline,
  { days, quote, product, change }: Omit<RenewedTerm, 'orderedBy'>,
) {
  const isOpen = before.terms.at(-1)?.isOpen ?? false
  const end = termEndOf(
    product.definition.renewal,
    {
      number: before.terms.length + 1,
      firstDay: days.firstDay,
      endDay: isOpen ? null : days.lastDay,
    },
    policy.timeZone,
  )
  const { productVersionId, integrationVersionId, planId } = quote
  const frequency = product.plans.get(planId)?.frequency ?? null
  const sold = { ...days, isOpen: end.endDay === null, planId, frequency }
  const { contentId } = segmentOn(before, days.firstDay)
  const timeline = renewTimeline(before, sold, {
    quoteId: quote.id,
    price: priceOf(quote),
    contentId: change.content_id ?? contentId,
  })
  return { timeline, term: { productVersionId, integrationVersionId, planId, ...end } }
}

/**
 * Renews a policy, in the transaction that has it locked: the next term becomes part of it, at the
 * price that was offered.
 */
export async function renewPolicy(
  tx: Transaction,
  policy: Policy,
  before: PolicyTimeline,
  renewed: RenewedTerm,
  moment: Moment,
): Promise<PolicyVersionId> {
  const version: PolicyVersion = {
    id: mintId('tpv', moment),
    policyId: policy.id,
    kind: 'renewal',
    change: renewed.change,
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn: policy.versionId,
    effectiveDay: renewed.days.firstDay,
    orderedBy: renewed.orderedBy,
    createdAt: moment.now,
  }
  const { timeline, term } = layRenewal(policy, before, renewed)
  await insertProcessingVersion(tx, { ...version, basedOn: policy.versionId })
  await updateTimeline(tx, { version, timeline })
  await activateOrder(tx, { policy, version, timeline, term }, moment)
  return version.id
}
