import type { PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { currentSnapshot } from './current-snapshot.ts'
import { selectPolicy, updateSnapshot } from './policy-store.ts'
import { selectTimeline } from './version-store.ts'

/** Stores the snapshot of today in the row of a policy, once another segment holds. */
export async function rewriteSnapshot(
  tx: Transaction,
  id: PolicyId,
  now: Temporal.Instant,
): Promise<void> {
  const policy = await selectPolicy(tx, id)
  const timeline = policy && (await selectTimeline(tx, policy.versionId))
  if (policy === undefined || timeline === undefined) {
    throw new Error(`policy ${id}, or what its version says, is gone`)
  }
  await updateSnapshot(tx, id, await currentSnapshot(tx, policy, timeline, now))
}
