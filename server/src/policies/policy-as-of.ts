import { startOfDay, todayIn } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { snapshotOn } from './current-snapshot.ts'
import {
  type Policy,
  type PolicyIdentity,
  type PolicyStatus,
  type SaleMoments,
  type TermEnd,
  neverRenewed,
} from './policy.ts'
import { type PolicyTimeline, endDayOf } from './policy-version.ts'
import { readEnding } from './read-ending.ts'
import { policyNotFound } from './reasons.ts'
import { type KnownVersion, selectVersionKnown } from './version-store.ts'

/** The day that is asked about, and the moment as of which it is answered. */
export interface PointOfView {
  /** The day whose data, price and status are wanted; null for the day of `knownAt`. */
  readonly day: Temporal.PlainDate | null
  /** Transactions requested later are left out. */
  readonly knownAt: Temporal.Instant
}

/** The moment whose status is wanted: of another day its first one. */
export function momentOf(
  { timeZone }: Pick<PolicyIdentity, 'timeZone'>,
  { day, knownAt }: PointOfView,
): Temporal.Instant {
  if (day === null || day.equals(todayIn(timeZone, knownAt))) return knownAt
  return startOfDay(day, timeZone)
}

/** A policy as it was, is or will be on a day, as far as that was known at a moment. */
export async function policyAsOf(
  db: Database,
  policy: Policy,
  { day, knownAt }: PointOfView,
): Promise<Policy> {
  const version = await selectVersionKnown(db, policy.id, knownAt)
  // Nobody knew of the policy then.
  if (version === undefined) throw policyNotFound(policy.id)
  const { timeline } = version
  const asked = day ?? todayIn(policy.timeZone, knownAt)
  const [held, ending] = await Promise.all([
    snapshotOn(db, policy, timeline, asked),
    readEnding(db, policy, timeline, version.number),
  ])
  const sale = saleKnown(policy, knownAt)
  const today = todayIn(policy.timeZone, knownAt)
  return {
    ...policy,
    ...sale,
    ...held,
    ...ending,
    versionId: version.id,
    startDay: timeline.terms[0]?.firstDay ?? policy.startDay,
    endDay: endDayOf(timeline),
    ...termEndKnown(policy, timeline, {
      version,
      isPast: !isReached(today, asked) || asked.equals(today),
    }),
    status: statusIn(sale, timeline),
    isLocked: policy.isLocked && version.id === policy.versionId,
    holdsUntil: null,
  }
}

/**
 * The end of the last term, as known then. A cover without an end is renewed unless it is known that it
 * is not; one with an end only where its last term is over and the renewal is not stored yet.
 */
function termEndKnown(
  policy: Policy,
  { terms }: PolicyTimeline,
  { version, isPast }: { readonly version: KnownVersion; readonly isPast: boolean },
): TermEnd {
  const last = terms.at(-1)
  if (last === undefined || policy.termLastDay === null) return neverRenewed
  const isCurrent = version.id === policy.versionId
  const renews = isCurrent ? policy.renews && (last.isOpen || isPast) : last.isOpen
  return { termLastDay: last.lastDay, renews, renewalNoticeAt: null }
}

/** The moments of the sale as known then: later ones are null. */
function saleKnown(sale: SaleMoments, knownAt: Temporal.Instant): SaleMoments {
  const ifKnown = (moment: Temporal.Instant | null) =>
    moment !== null && Temporal.Instant.compare(moment, knownAt) <= 0 ? moment : null
  return {
    offerExpiresAt: sale.offerExpiresAt,
    acceptedAt: ifKnown(sale.acceptedAt),
    issuedAt: ifKnown(sale.issuedAt),
  }
}

/** As it was stored then. `statusAt` adds the effect of time alone. */
function statusIn({ acceptedAt, issuedAt }: SaleMoments, { ending }: PolicyTimeline): PolicyStatus {
  if (issuedAt === null) return acceptedAt === null ? 'ready' : 'accepted'
  return ending === null ? 'paid' : 'cancelled'
}

function isReached(day: Temporal.PlainDate, on: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, on) <= 0
}
