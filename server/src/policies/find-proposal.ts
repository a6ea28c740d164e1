import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import type { LaidOrder } from './activate-order.ts'
import { selectPolicy } from './policy-store.ts'
import { selectPolicyVersion, selectTimeline } from './version-store.ts'

/**
 * A proposal that can be paid for: it is still proposed, on what the policy still is, and no order is
 * being carried out, which would win. Undefined for all others. With the policy locked.
 */
export async function findProposal(
  tx: Transaction,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<LaidOrder | undefined> {
  const policy = await selectPolicy(tx, policyId)
  const version = await selectPolicyVersion(tx, policyId, versionId)
  if (policy === undefined || version?.state !== 'proposed') return undefined
  if (policy.isLocked || version.basedOn !== policy.versionId) return undefined
  const timeline = await selectTimeline(tx, versionId)
  if (timeline === undefined) throw new Error(`version ${versionId} says nothing`)
  return { policy, version, timeline }
}
