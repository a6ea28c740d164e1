import type { PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { currentSnapshot } from './current-snapshot.ts'
import { selectPolicy, updateSnapshot } from './policy-store.ts'
import { selectTimeline } from './version-store.ts'

/** Writes into the row of a policy what holds today, where a day has unsaved something else. */
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
