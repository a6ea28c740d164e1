import type { Clock, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue, enqueueAll } from '../jobs/index.ts'
import type { Catalogue } from '../products/index.ts'
import { documentsDue } from './documents-due.ts'
import { timelineOf } from './lay-old.ts'
import { layCancellation } from './lay-cancellation.ts'
import { newsOf } from './order-news.ts'
import { mayBecome } from './policy.ts'
import { lockPolicies, selectPolicy, updatePolicyCancelled } from './policy-store.ts'
import {
  activateVersion,
  failVersion,
  selectPolicyVersion,
  updateTimeline,
} from './version-store.ts'

/**
 * Turns an accepted order into the policy's active version. The job may run more than once: whatever
 * was done stays done, and the news goes out exactly when the state changes.
 */
export async function assembleOrder(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  order: { readonly policyId: PolicyId; readonly versionId: PolicyVersionId },
): Promise<void> {
  const now = deps.clock()
  await deps.db.transactionOn(order.policyId, async (tx) => {
    await lockPolicies(tx, [order.policyId])
    const policy = await selectPolicy(tx, order.policyId)
    const version = await selectPolicyVersion(tx, order.policyId, order.versionId)
    if (policy === undefined || version === undefined) {
      throw new Error(`there is no version ${order.versionId} of policy ${order.policyId}`)
    }
    if (version.state !== 'processing' || version.kind !== 'cancellation') return
    const { done, failed } = newsOf[version.kind]
    if (!mayBecome(policy.status, 'cancelled')) {
      const failure = `the policy is ${policy.status}`
      await failVersion(tx, version, failure, now)
      const data = { version_id: version.id, reason: failure }
      await recordEvents(tx, [{ type: failed, about: policy, data }], now)
      return
    }
    const sold = await deps.catalogue.version(policy.productVersionId)
    if (sold === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy, sold, now)
    const { timeline, cancellation, told } = layCancellation(version.change, before, sold)
    await updatePolicyCancelled(tx, {
      id: policy.id,
      versionId: version.id,
      ...cancellation,
      at: now,
    })
    await updateTimeline(tx, { version, timeline })
    await activateVersion(tx, version, now)
    const data = { version_id: version.id, ...told }
    await recordEvents(tx, [{ type: done, about: policy, data }], now)
    await enqueue(tx, 'policy_cancelled', { policyId: policy.id, versionId: version.id })
    await enqueueAll(tx, 'make_documents', [documentsDue(policy.id, version.id, 'cancellation')])
  })
}
