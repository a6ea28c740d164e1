import { type Clock, type PolicyId, type PolicyVersionId, parseDay } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue, enqueueAll } from '../jobs/index.ts'
import type { Catalogue } from '../products/index.ts'
import { documentsDue } from './documents-due.ts'
import { endTimeline } from '../timelines/index.ts'
import { timelineOf } from './lay-old.ts'
import { lockPolicies, selectPolicy, updatePolicyCancelled } from './policy-store.ts'
import type { CancellationChange, PolicyVersion } from './policy-version.ts'
import { mayBecome } from './policy.ts'
import {
  activateVersion,
  failVersion,
  selectPolicyVersion,
  updateTimeline,
} from './version-store.ts'

/**
 * Turns an accepted cancellation into the policy's active version. The job may run more than once:
 * whatever was done stays done, and the news goes out exactly when the state changes.
 */
export async function assembleCancellation(
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
    if (version.state !== 'processing' || !isCancellation(version)) return
    if (!mayBecome(policy.status, 'cancelled')) {
      const failure = `the policy is ${policy.status}`
      await failVersion(tx, version, failure, now)
      const data = { version_id: version.id, reason: failure }
      await recordEvents(tx, [{ type: 'policy.cancellation_failed', about: policy, data }], now)
      return
    }
    const terminationDay = parseDay(version.change.termination_date)
    if (terminationDay === null) throw new Error('a cancellation was stored without its day')
    const sold = await deps.catalogue.version(policy.productVersionId)
    if (sold === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
    const before = await timelineOf(tx, policy, sold, now)
    const timeline = endTimeline(before, terminationDay, {
      method: sold.definition.cancellation.refund,
    })
    await updatePolicyCancelled(tx, {
      id: policy.id,
      versionId: version.id,
      terminationDay,
      reason: version.change.reason,
      by: version.change.cancelled_by,
      at: now,
    })
    await updateTimeline(tx, { version, timeline })
    await activateVersion(tx, version, now)
    const data = { version_id: version.id, termination_date: terminationDay.toString() }
    await recordEvents(tx, [{ type: 'policy.cancelled', about: policy, data }], now)
    await enqueue(tx, 'policy_cancelled', { policyId: policy.id, versionId: version.id })
    await enqueueAll(tx, 'make_documents', [documentsDue(policy.id, version.id, 'cancellation')])
  })
}

function isCancellation(
  version: PolicyVersion,
): version is PolicyVersion & { readonly change: CancellationChange } {
  return version.kind === 'cancellation'
}
