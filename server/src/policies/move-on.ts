import { type Moment, type PolicyVersionId, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { activateOrder } from './activate-order.ts'
import type { Policy } from './policy.ts'
import type { Ordered, PolicyTimeline, PolicyVersion } from './policy-version.ts'
import { timelineOf } from './read-billed.ts'
import { insertProcessingVersion, updateTimeline } from './version-store.ts'

/** What happens to a policy although nobody ordered it. */
export type Unordered = Ordered<'lapse' | 'suspension' | 'resumption'> & {
  readonly effectiveDay: Temporal.PlainDate
  readonly lay: (before: PolicyTimeline) => PolicyTimeline
}

/**
 * Makes a version that nobody ordered, and makes it the active one. In the transaction that has the
 * policy locked, and while no other version of it is being made.
 */
export async function moveOn(
  tx: Transaction,
  policy: Policy,
  { lay, effectiveDay, ...ordered }: Unordered,
  moment: Moment,
): Promise<PolicyVersionId> {
  const version: PolicyVersion = {
    ...ordered,
    id: mintId('tpv', moment),
    policyId: policy.id,
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn: policy.versionId,
    effectiveDay,
    orderedBy: null,
    createdAt: moment.now,
  }
  const timeline = lay(await timelineOf(tx, policy.versionId))
  await insertProcessingVersion(tx, { ...version, basedOn: policy.versionId })
  await updateTimeline(tx, { version, timeline })
  await activateOrder(tx, { policy, version, timeline }, moment)
  return version.id
}
