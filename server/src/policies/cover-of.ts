import { todayIn } from '../kernel/index.ts'
import type { Finder } from '../database/index.ts'
import { type CoverOnDay, coverOnDay } from '../timelines/index.ts'
import { selectCoverDays } from './cover-store.ts'
import { type Policy, lastDayAsSold } from './policy.ts'

/** An offer that is not paid promises no cover, and so no day on which it would begin. */
const notPromised: CoverOnDay = { state: 'not_begun', firstDay: null, lastDay: null }

/** The state of cover on the day of a moment, as the policy is, or as it was known at a moment. */
export async function coverOf(
  db: Finder,
  policy: Policy,
  moment: Temporal.Instant,
): Promise<CoverOnDay> {
  if (policy.issuedAt === null) return notPromised
  const days = await selectCoverDays(db, policy.versionId)
  if (days === undefined) throw new Error(`version ${policy.versionId} says nothing`)
  const day = todayIn(policy.timeZone, moment)
  return coverOnDay(days, soldUntil(policy, day), day)
}

/**
 * The last day that is sold, as the status has it: null where the next term follows by itself, and
 * where it has begun but is still to be written.
 */
function soldUntil(policy: Policy, day: Temporal.PlainDate): Temporal.PlainDate | null {
  const lastDay = lastDayAsSold(policy)
  if (lastDay === null || !policy.renews) return lastDay
  const isOver = Temporal.PlainDate.compare(day, lastDay) > 0
  return isOver || policy.endDay === null ? null : lastDay
}
