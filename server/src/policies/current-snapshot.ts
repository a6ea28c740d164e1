import { startOfDay, todayIn } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type Quote, cyclesOf, selectQuotes } from '../quotes/index.ts'
import { nextCut, planOn, segmentOn, suspendedSince } from '../timelines/index.ts'
import type {
  CurrentTerm,
  CurrentSnapshot,
  Policy,
  PolicyIdentity,
  QuoteSnapshot,
} from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { selectContents, selectTimeline } from './version-store.ts'

/** The members of a policy that are the same on all of its days: they say where a day begins. */
type DatedPolicy = Pick<PolicyIdentity, 'id' | 'timeZone'>

/** The snapshot of today in the policy's time zone, and until when it holds. */
export async function currentSnapshot(
  db: Reader,
  policy: DatedPolicy,
  timeline: PolicyTimeline,
  now: Temporal.Instant,
): Promise<CurrentSnapshot> {
  const today = todayIn(policy.timeZone, now)
  const {
    productVersionId: _,
    integrationVersionId: __,
    ...held
  } = await snapshotOn(db, policy, timeline, today)
  const next = nextCut(timeline, today)
  return { ...held, holdsUntil: next && startOfDay(next, policy.timeZone) }
}

/** The part of a snapshot that depends on the requested day. */
export type SnapshotOn = Omit<CurrentSnapshot, 'holdsUntil'> &
  Pick<CurrentTerm, 'productVersionId' | 'integrationVersionId'>

/** The snapshot of a timeline on a day. */
export async function snapshotOn(
  db: Reader,
  policy: DatedPolicy,
  timeline: PolicyTimeline,
  day: Temporal.PlainDate,
): Promise<SnapshotOn> {
  const { contentId, quoteId } = segmentOn(timeline, day)
  const plan = planOn(timeline, day)
  const soldId = segmentOn(timeline, plan.firstDay).quoteId
  const [[content], quotes] = await Promise.all([
    selectContents(db, [contentId]),
    selectQuotes(db, [...new Set([quoteId, soldId])]),
  ])
  const quote = quotes.find(({ id }) => id === quoteId)
  const sold = quotes.find(({ id }) => id === soldId)
  if (content === undefined || quote === undefined || sold === undefined) {
    throw new Error(`content ${contentId} or quote ${quoteId} of policy ${policy.id} is gone`)
  }
  const { firstName, lastName, email, data } = content
  return {
    firstName,
    lastName,
    email,
    data,
    quoteId,
    quote: snapshotOf(quote, cyclesOf(sold.premium, plan.frequency)),
    planId: plan.planId,
    grossPaymentAmount: quote.premium.grossPaymentAmount,
    suspendedSince: suspendedSince(timeline, day),
    productVersionId: quote.productVersionId,
    integrationVersionId: quote.integrationVersionId,
  }
}

/** How often is paid stays with the plan of a term, whatever else is changed in it. */
function snapshotOf(quote: Quote, billingCycles: number): QuoteSnapshot {
  return {
    customerInput: quote.customerInput,
    premium: quote.premium,
    billingCycles,
    durationStrategy: quote.cover.strategy,
    issuedAt: quote.createdAt.toString(),
    pricingLogicId: quote.pricingLogicId,
    pricingRevisionId: quote.pricingRevisionId,
  }
}

/**
 * The policy as it is now. Its row says what held when it was written, and until when: after that
 * moment the segments are read, so that no job is needed for a right answer.
 */
export async function policyAt(db: Reader, policy: Policy, now: Temporal.Instant): Promise<Policy> {
  if (!isOutdated(policy, now)) return policy
  const timeline = await selectTimeline(db, policy.versionId)
  if (timeline === undefined) throw new Error(`version ${policy.versionId} says nothing`)
  return { ...policy, ...(await currentSnapshot(db, policy, timeline, now)) }
}

function isOutdated({ holdsUntil }: CurrentSnapshot, now: Temporal.Instant): boolean {
  return holdsUntil !== null && Temporal.Instant.compare(holdsUntil, now) <= 0
}
