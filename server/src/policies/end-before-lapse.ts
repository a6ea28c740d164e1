import type { PolicyId, PolicyVersionId } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import { timelineOf } from './read-billed.ts'
import { selectPolicyVersion } from './version-store.ts'

/**
 * The last day of a policy that was cancelled for later and lapsed before that day: it holds again once
 * the lapse is undone. Null where this version is no lapse, or nothing was cancelled before it.
 */
export async function endBeforeLapse(
  db: Reader,
  policyId: PolicyId,
  versionId: PolicyVersionId,
): Promise<Temporal.PlainDate | null> {
  const version = await selectPolicyVersion(db, policyId, versionId)
  if (version?.kind !== 'lapse' || version.basedOn === null) return null
  const { ending } = await timelineOf(db, version.basedOn)
  return ending?.lastDay ?? null
}
