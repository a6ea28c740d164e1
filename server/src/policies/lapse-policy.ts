import type { Moment, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { endTimeline } from '../timelines/index.ts'
import { moveOn } from './move-on.ts'
import type { Policy } from './policy.ts'

/** What a lapse says of itself where a cancellation says why it was ordered. */
const lapseReason = 'The premium was not paid.'

/**
 * Ends a policy that was not paid for, with a last day of cover: a cancellation that nobody ordered, and
 * that is always pro rata.
 */
export async function lapsePolicy(
  tx: Transaction,
  policy: Policy,
  lastDay: Temporal.PlainDate,
  moment: Moment,
): Promise<PolicyVersionId> {
  const change = {
    reason: lapseReason,
    termination_date: lastDay.toString(),
    cancelled_by: 'system',
  }
  const effectiveDay = lastDay.add({ days: 1 })
  return moveOn(
    tx,
    policy,
    {
      kind: 'lapse',
      change,
      effectiveDay,
      lay: (before) => endTimeline(before, lastDay, { method: 'pro_rata' }),
    },
    moment,
  )
}
