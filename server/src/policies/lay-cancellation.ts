import { parseDay } from '../kernel/index.ts'
import { type Ending, endTimeline } from '../timelines/index.ts'
import type { Assembled } from './activate-order.ts'
import type { CancellationChange, PolicyTimeline } from './policy-version.ts'

/** What a cancellation makes of a policy: the days that have ended, and what its row says of it. */
export function layCancellation(
  change: CancellationChange,
  {
    before,
    rule,
    now,
  }: {
    readonly before: PolicyTimeline
    readonly rule: Ending['rule']
    readonly now: Temporal.Instant
  },
): Assembled {
  const terminationDay = parseDay(change.termination_date)
  if (terminationDay === null) throw new Error('a cancellation was stored without its day')
  return {
    timeline: endTimeline(before, terminationDay, rule),
    standing: {
      status: 'cancelled',
      terminationDay,
      cancellationReason: change.reason,
      cancelledBy: change.cancelled_by,
      cancelledAt: now,
    },
    told: { termination_date: terminationDay.toString() },
  }
}
