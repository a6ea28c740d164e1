import { type AccountId, type BankReceiptId, todayIn } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { insertPosting } from './ledger-store.ts'

/** Money that came in by bank. */
interface ReceivedLine {
  readonly id: BankReceiptId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly amount: number
  readonly currency: string
  readonly receivedOn: Temporal.PlainDate
}

/** It is in the bank, and belongs to no invoice yet. */
export async function postUnmatchedReceipt(
  tx: Queryable,
  line: ReceivedLine,
  now: Temporal.Instant,
): Promise<void> {
  const cause = `receipt ${line.id}`
  await insertPosting(tx, { ...postedBy(line, now), cause, debit: 'bank', credit: unmatched })
}

/** It is for none: what becomes of it is not the business of this ledger. */
export async function postDismissedReceipt(
  tx: Queryable,
  line: ReceivedLine,
  now: Temporal.Instant,
): Promise<void> {
  const cause = `receipt ${line.id} dismissed`
  await insertPosting(tx, { ...postedBy(line, now), cause, debit: unmatched, credit: 'bank' })
}

const unmatched = 'unmatched_receipts'

/** An insurer has no time zone of its own. */
function postedBy(line: ReceivedLine, now: Temporal.Instant) {
  const { insurerId, livemode, amount, currency, receivedOn: valueDay } = line
  return { insurerId, livemode, amount, currency, valueDay, today: todayIn('UTC', now), now }
}
