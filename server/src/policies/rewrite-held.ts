import type { PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { heldToday } from './held-today.ts'
import { selectPolicy, updateHeldToday } from './policy-store.ts'
import { selectTimeline } from './version-store.ts'

/** Writes into the row of a policy what holds today, where a day has brought something else. */
export async function rewriteHeld(
  tx: Transaction,
  id: PolicyId,
  now: Temporal.Instant,
): Promise<void> {
  const policy = await selectPolicy(tx, id)
  const timeline = policy && (await selectTimeline(tx, policy.versionId))
  if (policy === undefined || timeline === undefined) {
    throw new Error(`policy ${id}, or what its version says, is gone`)
  }
  await updateHeldToday(tx, id, await heldToday(tx, policy, timeline, now))
}
