import type { Clock, PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { Catalogue } from '../products/index.ts'
import { readLaid, timelineOf } from './lay-old.ts'
import type { PolicyIdentity, Standing } from './policy.ts'
import { lockPolicies, selectPolicy } from './policy-store.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { type SettledVersion, selectPolicyVersion, selectTimeline } from './version-store.ts'

/** A version with all that it says, and what the one said that it was made on. */
export interface ReadVersion {
  readonly version: SettledVersion
  readonly timeline: PolicyTimeline
  /** Null for an offer. */
  readonly before: PolicyTimeline | null
}

/** One from before there were timelines, or the ledger, gets its own now. */
export async function readVersion(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  policy: Pick<PolicyIdentity, 'id'> & Pick<Standing, 'versionId'>,
  id: PolicyVersionId,
): Promise<ReadVersion> {
  const { db } = deps
  const version = await selectPolicyVersion(db, policy.id, id)
  if (version === undefined) throw new Error(`policy ${policy.id} has no version ${id}`)
  const { basedOn } = version
  // Whatever was ordered of a policy was ordered after it was paid.
  if (basedOn !== null) await readLaid(deps, policy)
  const timeline = (await selectTimeline(db, id)) ?? (await layOffer(deps, policy, id))
  const before = basedOn === null ? null : await selectTimeline(db, basedOn)
  if (before === undefined) throw new Error(`version ${basedOn} says nothing`)
  return { version, timeline, before }
}

async function layOffer(
  { db, clock, catalogue }: Parameters<typeof readVersion>[0],
  { id }: Pick<PolicyIdentity, 'id'>,
  versionId: PolicyVersionId,
): Promise<PolicyTimeline> {
  return db.transactionOn(id, async (tx) => {
    await lockPolicies(tx, [id])
    const policy = await selectPolicy(tx, id)
    const product = policy && (await catalogue.version(policy.productVersionId))
    if (policy === undefined || product === undefined) {
      throw new Error(`policy ${id}, or the version of its product, is gone`)
    }
    await timelineOf(tx, policy, product, clock())
    const laid = await selectTimeline(tx, versionId)
    if (laid === undefined) throw new Error(`version ${versionId} says nothing`)
    return laid
  })
}
