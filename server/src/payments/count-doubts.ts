import type { Database } from '../database/index.ts'
import { selectDoubtfulPayments } from './payment-store.ts'
import { longUnmatchedHours } from './reconciliation/reconciliation.ts'
import { selectLongUnmatched } from './reconciliation/reconciliation-item-store.ts'
import { selectWithoutAccount } from './payouts/payout-store.ts'
import { selectDoubtfulRefunds } from './refund-store.ts'

/** Beyond this, the exact number of payments in doubt does not matter. */
const countedMax = 10_000

export interface DoubtCounts {
  readonly payments: number
  readonly refunds: number
  readonly payouts: number
  /** Movements at providers that have not matched for long. */
  readonly unmatched: number
}

/** How much money needs a person, over all insurers, for those who watch the server. */
export async function countDoubts(db: Database, now: Temporal.Instant): Promise<DoubtCounts> {
  const since = now.subtract({ hours: longUnmatchedHours })
  const [payments, refunds, payouts, unmatched] = await Promise.all([
    selectDoubtfulPayments(db, countedMax),
    selectDoubtfulRefunds(db, countedMax),
    selectWithoutAccount(db, countedMax),
    selectLongUnmatched(db, since, countedMax),
  ])
  return {
    payments: payments.length,
    refunds: refunds.length,
    payouts: payouts.length,
    unmatched: unmatched.length,
  }
}
