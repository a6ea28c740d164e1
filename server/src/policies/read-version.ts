import type { PolicyVersionId } from '../kernel/index.ts'
import type { Database } from '../database/index.ts'
import type { PolicyIdentity } from './policy.ts'
import type { PolicyTimeline } from './policy-version.ts'
import { timelineOf } from './read-billed.ts'
import { type SettledVersion, selectPolicyVersion } from './version-store.ts'

/** A version with its timeline, and the timeline of the version that it was made on. */
export interface ReadVersion {
  readonly version: SettledVersion
  readonly timeline: PolicyTimeline
  /** Null for an offer. */
  readonly before: PolicyTimeline | null
}

export async function readVersion(
  db: Database,
  policy: Pick<PolicyIdentity, 'id'>,
  id: PolicyVersionId,
): Promise<ReadVersion> {
  const version = await selectPolicyVersion(db, policy.id, id)
  if (version === undefined) throw new Error(`policy ${policy.id} has no version ${id}`)
  const { basedOn } = version
  const [timeline, before] = await Promise.all([
    timelineOf(db, id),
    basedOn === null ? null : timelineOf(db, basedOn),
  ])
  return { version, timeline, before }
}
