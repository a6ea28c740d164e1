import { parseDay } from '../kernel/index.ts'
import type { LoadedVersion } from '../products/index.ts'
import { endTimeline } from '../timelines/index.ts'
import type { CancellationChange, PolicyTimeline } from './policy-version.ts'

/** What a cancellation makes of a policy: the days that have ended, and what its row says of it. */
export function layCancellation(
  change: CancellationChange,
  before: PolicyTimeline,
  product: LoadedVersion,
) {
  const terminationDay = parseDay(change.termination_date)
  if (terminationDay === null) throw new Error('a cancellation was stored without its day')
  return {
    timeline: endTimeline(before, terminationDay, {
      method: product.definition.cancellation.refund,
    }),
    cancellation: { terminationDay, reason: change.reason, by: change.cancelled_by },
    told: { termination_date: terminationDay.toString() },
  }
}
