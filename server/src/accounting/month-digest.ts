import { createHash } from 'node:crypto'
import { timestamp } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import {
  type BookingDays,
  type LedgerScope,
  type JournalPosting,
  selectJournal,
} from '../ledger/index.ts'

const rowsPerPage = 5_000

/** Counts the postings of these days. The digest is SHA-256 over the digest of the month before and all of them, as the journal has them. */
export async function digestOf(
  db: Queryable,
  days: LedgerScope & BookingDays,
  before: string,
): Promise<{ readonly postings: number; readonly digest: string }> {
  const hash = createHash('sha256').update(before)
  let after: JournalPosting | null = null
  let count = 0
  for (;;) {
    const search = { ...days, account: null, policyId: null, conditions: [], after }
    const postings: readonly JournalPosting[] = await selectJournal(db, search, rowsPerPage)
    hash.update(postings.map(textOf).join(''))
    after = postings.at(-1) ?? null
    count += postings.length
    if (postings.length < rowsPerPage) return { postings: count, digest: hash.digest('hex') }
  }
}

/** A posting as it is hashed: all that the journal shows of it, in this order. */
function textOf(posting: JournalPosting): string {
  const values = [
    posting.number,
    posting.bookingDay,
    posting.valueDay,
    posting.serviceFirstDay,
    posting.serviceLastDay,
    posting.debit,
    posting.credit,
    posting.amount,
    posting.currency,
    posting.taxRate,
    posting.cause,
    posting.reason,
    posting.policyId,
    timestamp(posting.at),
  ]
  return `${JSON.stringify(values)}\n`
}
