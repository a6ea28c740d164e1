import type { Reader } from '../../database/index.ts'
import { reopenTimeline, resumeTimeline } from '../../timelines/index.ts'
import {
  type Policy,
  type PolicyTimeline,
  type VersionOf,
  selectPolicyVersion,
  selectTimeline,
} from '../../policies/index.ts'

/**
 * The timeline as it was before the cancellation that holds, with the gap that was requested. All that was
 * owed is paid with it, so that nothing is suspended any more.
 */
export async function reopenPolicy(
  db: Reader,
  policy: Policy,
  version: VersionOf<'reinstatement'>,
): Promise<PolicyTimeline> {
  const cancellation = await selectPolicyVersion(db, policy.id, policy.versionId)
  const parent = cancellation?.basedOn ?? null
  const held = parent === null ? undefined : await selectTimeline(db, parent)
  if (held === undefined) {
    throw new Error(`what policy ${policy.id} was before it was cancelled is gone`)
  }
  const before = resumeTimeline(held, version.effectiveDay)
  const { gap_until: until } = version.details
  if (until === null) return reopenTimeline(before, null)
  const [first] = before.segments
  const { effectiveDay } = version
  const firstDay =
    first !== undefined && Temporal.PlainDate.compare(effectiveDay, first.firstDay) < 0
      ? first.firstDay
      : effectiveDay
  return reopenTimeline(before, { firstDay, lastDay: Temporal.PlainDate.from(until) })
}
