import type { Database } from '../database/index.ts'
import { selectDoubtfulPayments } from './payment-store.ts'
import { selectWithoutAccount } from './payouts/payout-store.ts'
import { selectDoubtfulRefunds } from './refund-store.ts'

/** Beyond this, the exact number of payments in doubt does not matter. */
const countedMax = 10_000

/** How much money needs a person, over all insurers, for those who watch the server. */
export async function countDoubts(
  db: Database,
): Promise<{ readonly payments: number; readonly refunds: number; readonly payouts: number }> {
  const [payments, refunds, payouts] = await Promise.all([
    selectDoubtfulPayments(db, countedMax),
    selectDoubtfulRefunds(db, countedMax),
    selectWithoutAccount(db, countedMax),
  ])
  return { payments: payments.length, refunds: refunds.length, payouts: payouts.length }
}
