import { type Moment, type PolicyVersionId, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { endTimeline } from '../timelines/index.ts'
import { activateOrder } from './activate-order.ts'
import { layPolicy } from './lay-old.ts'
import type { Policy } from './policy.ts'
import type { PolicyVersion } from './policy-version.ts'
import { insertProcessingVersion, updateTimeline } from './version-store.ts'

/** What a lapse says of itself where a cancellation says why it was ordered. */
const lapseReason = 'The premium was not paid.'

/**
 * Ends a policy that was not paid for, with a last day of cover: a cancellation that nobody ordered, and
 * that is always pro rata. In the transaction that has the policy locked, and while no other version of
 * it is being made.
 */
export async function lapsePolicy(
  deps: Parameters<typeof layPolicy>[0],
  tx: Transaction,
  policy: Policy,
  lastDay: Temporal.PlainDate,
  moment: Moment,
): Promise<PolicyVersionId> {
  const version: PolicyVersion = {
    id: mintId('tpv', moment),
    policyId: policy.id,
    kind: 'lapse',
    change: {
      reason: lapseReason,
      termination_date: lastDay.toString(),
      cancelled_by: 'system',
    },
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn: policy.versionId,
    effectiveDay: lastDay.add({ days: 1 }),
    orderedBy: null,
    createdAt: moment.now,
  }
  const { timeline: before } = await layPolicy(deps, tx, policy.id)
  const timeline = endTimeline(before, lastDay, { method: 'pro_rata' })
  await insertProcessingVersion(tx, { ...version, basedOn: policy.versionId })
  await updateTimeline(tx, { version, timeline })
  await activateOrder(tx, { policy, version, timeline }, moment)
  return version.id
}
