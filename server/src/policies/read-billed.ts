import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Reader, Transaction } from '../database/index.ts'
import { type Charged, selectCharged } from '../ledger/index.ts'
import type { Catalogue, LoadedVersion } from '../products/index.ts'
import { selectPolicy } from './policy-store.ts'
import type { Policy, PolicyIdentity, PolicyState } from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { selectTimeline } from './version-store.ts'

/** The timeline of a version that is or was active. */
export async function timelineOf(db: Reader, versionId: PolicyVersionId): Promise<PolicyTimeline> {
  const timeline = await selectTimeline(db, versionId)
  if (timeline === undefined) throw new Error(`version ${versionId} has no timeline`)
  return timeline
}

/** The timeline of a policy that was paid, and what it was charged so far. */
export async function readBilled(
  db: Reader,
  { id, versionId }: Pick<PolicyIdentity, 'id'> & Pick<PolicyState, 'versionId'>,
): Promise<{ readonly timeline: PolicyTimeline; readonly charged: Charged }> {
  const [timeline, charged] = await Promise.all([timelineOf(db, versionId), selectCharged(db, id)])
  return { timeline, charged }
}

export interface BilledPolicy {
  readonly policy: Policy
  readonly product: LoadedVersion
  readonly timeline: PolicyTimeline
  readonly charged: Charged
}

/** The same with the policy and its product, in a transaction that has the policy locked. */
export async function readBilledPolicy(
  { catalogue }: { readonly catalogue: Catalogue },
  tx: Transaction,
  id: PolicyId,
): Promise<BilledPolicy> {
  const policy = await selectPolicy(tx, id)
  const product = policy && (await catalogue.version(policy.productVersionId))
  if (policy === undefined || product === undefined) {
    throw new Error(`policy ${id}, or the version of its product, is gone`)
  }
  return { policy, product, ...(await readBilled(tx, policy)) }
}
