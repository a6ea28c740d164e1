import { type PolicyId, type When, timeOf, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'
import { hasOverdue } from './invoice-store.ts'

/**
 * Enqueues a look at the arrears after an overdue amount was paid, written off, charged back or
 * reduced. Does nothing where nothing is overdue. Call it with the policy locked, after posting.
 */
export async function arrearsMoved(
  tx: Transaction,
  { id: policyId, timeZone }: { readonly id: PolicyId; readonly timeZone: string },
  when: When,
): Promise<void> {
  const now = timeOf(when)
  const isMoved = await hasOverdue(tx, policyId, { today: todayIn(timeZone, now), now })
  if (isMoved) await enqueue(tx, 'pursue_arrears', { policyId }, { key: `arrears ${policyId}` })
}
