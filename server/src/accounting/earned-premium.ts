import { todayIn } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { type PostedPeriod, selectPostedPeriods } from '../ledger/index.ts'
import {
  type ActivatedVersion,
  type IssuedPolicy,
  selectActivated,
  selectTimelines,
} from '../policies/index.ts'
import { type Timeline, earnPeriod } from '../timelines/index.ts'

/** The premium of a policy on a day, net of tax and fees, in minor units. */
export interface EarnedPremium extends IssuedPolicy {
  /** What was charged by then. */
  readonly written: number
  /** What of it is for days up to and including that one. */
  readonly earned: number
  readonly unearned: number
}

/**
 * The premium of some policies at the end of a day, as it was known then: a version that became active
 * later, or whose charges were posted later, does not change it.
 */
export async function earnedPremiumOf(
  db: Reader,
  policies: readonly IssuedPolicy[],
  day: Temporal.PlainDate,
): Promise<EarnedPremium[]> {
  const periods = await selectPostedPeriods(
    db,
    policies.map(({ id }) => id),
    day,
  )
  const periodsOf = Map.groupBy(periods, ({ policyId }) => policyId)
  const running = policies.filter(({ id }) => periodsOf.get(id)?.some((one) => isRunning(one, day)))
  const timelineOf = await timelinesOn(db, running, { periodsOf, day })
  return policies.map((policy) => {
    const own = periodsOf.get(policy.id) ?? []
    const written = own.reduce((sum, { net }) => sum + net, 0)
    const earned = own.reduce((sum, one) => sum + earnedOf(one, day, () => timelineOf(policy)), 0)
    return { ...policy, written, earned, unearned: written - earned }
  })
}

/** A period that is over is earned whole, and its charges are its price. Only a running one is cut. */
function earnedOf(one: PostedPeriod, day: Temporal.PlainDate, timelineOn: () => Timeline): number {
  if (!isRunning(one, day)) return isReached(one.period.lastDay, day) ? one.net : 0
  const { payment, tax, fee } = earnPeriod(timelineOn(), one.period, day)
  return payment - tax - fee
}

function isRunning({ period }: PostedPeriod, day: Temporal.PlainDate): boolean {
  return isReached(period.firstDay, day) && !isReached(period.lastDay, day)
}

/** The timeline of each policy that was the active one at the end of a day, by the postings of that day. */
async function timelinesOn(
  db: Reader,
  policies: readonly IssuedPolicy[],
  posted: {
    readonly periodsOf: ReadonlyMap<IssuedPolicy['id'], readonly PostedPeriod[]>
    readonly day: Temporal.PlainDate
  },
): Promise<(policy: IssuedPolicy) => Timeline> {
  const activated = await selectActivated(
    db,
    policies.map(({ id }) => id),
  )
  const versionsOf = Map.groupBy(activated, ({ policyId }) => policyId)
  const known = new Map(
    policies.map((policy) => {
      const { id } = policy
      const periods = posted.periodsOf.get(id) ?? []
      return [id, versionOn(policy, versionsOf.get(id) ?? [], { periods, day: posted.day })]
    }),
  )
  const timelines = await selectTimelines(
    db,
    [...known.values()].map(({ id }) => id),
  )
  return ({ id }) => {
    const version = known.get(id)
    const timeline = version && timelines.get(version.id)
    if (timeline === undefined) throw new Error(`policy ${id} has no timeline`)
    return timeline
  }
}

/**
 * The newest version that was active by the end of the day, but older than any that changed the price
 * of a period and was posted after the day: so what is earned never differs from what was charged.
 */
function versionOn(
  { id, timeZone }: IssuedPolicy,
  versions: readonly ActivatedVersion[],
  { periods, day }: { readonly periods: readonly PostedPeriod[]; readonly day: Temporal.PlainDate },
): ActivatedVersion {
  const later = new Set(periods.flatMap(({ laterVersions }) => laterVersions))
  const isLater = (version: ActivatedVersion) => later.has(version.id)
  const before = Math.min(...versions.filter(isLater).map(({ number }) => number))
  const [newest] = versions
    .filter(({ number, activeSince }) => {
      return number < before && isReached(todayIn(timeZone, activeSince), day)
    })
    .toSorted((one, other) => other.number - one.number)
  if (newest === undefined) throw new Error(`policy ${id} was charged before it was sold`)
  return newest
}

function isReached(day: Temporal.PlainDate, on: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, on) <= 0
}
