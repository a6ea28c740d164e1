import { type Ending, endTimeline } from '../timelines/index.ts'
import type { CancellationChange, PolicyTimeline } from './policy-version.ts'
import { lastDayOf } from './standing.ts'

/** What a cancellation makes of a policy: the days after the last one have ended. */
export function layCancellation(
  change: CancellationChange,
  before: PolicyTimeline,
  rule: Ending['rule'],
): PolicyTimeline {
  return endTimeline(before, lastDayOf(change.termination_date), rule)
}
