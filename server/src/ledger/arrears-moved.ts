import { type PolicyId, type When, timeOf, todayIn } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { enqueue } from '../jobs/index.ts'
import { hasOverdue } from './ledger-store.ts'

/**
 * Passes on the news that something happened to what is overdue: it was paid, given up, taken back or
 * became less. Where nothing is, nobody hears of it. With the policy locked, after it was posted.
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
