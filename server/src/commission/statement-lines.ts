import { csvLine } from '../kernel/index.ts'
import type { Database, Page, PageRows, Queryable } from '../database/index.ts'
import type { CommissionEntry } from './entry.ts'
import { type EntrySearch, searchEntries } from './entry-store.ts'
import type { CommissionStatement } from './statement.ts'
import { selectStatementBefore } from './statement-store.ts'

const entriesPerPiece = 5_000

/** Which entries are those of a statement: booked after the one before, and up to its last day. */
export async function entriesOf(
  db: Queryable,
  statement: CommissionStatement,
): Promise<Omit<EntrySearch, 'limits' | 'policyId'>> {
  const before = await selectStatementBefore(db, statement)
  return {
    owner: 'insurer',
    accountId: statement.insurerId,
    livemode: statement.livemode,
    distributorId: statement.distributorId,
    currency: statement.currency,
    from: before?.lastDay.add({ days: 1 }) ?? null,
    to: statement.lastDay,
  }
}

/** The entries of a statement as CSV, some thousand at a time. */
export async function* statementLines(
  db: Database,
  statement: CommissionStatement,
): AsyncGenerator<string> {
  yield csvLine([
    'entry_id',
    'booking_date',
    'policy_id',
    'product_id',
    'cause',
    'version_id',
    'invoice_id',
    'amount',
    'currency',
  ])
  const wanted = { ...(await entriesOf(db, statement)), limits: null, policyId: null }
  let startingAfter: string | null = null
  for (let hasMore = true; hasMore;) {
    const page: Page = { limit: entriesPerPiece, startingAfter, endingBefore: null }
    const found: PageRows<CommissionEntry> = await searchEntries(db, wanted, page)
    yield found.rows.map(lineOf).join('')
    hasMore = found.hasMore
    startingAfter = found.rows.at(-1)?.id ?? null
  }
}

function lineOf(entry: CommissionEntry): string {
  return csvLine([
    entry.id,
    entry.bookingDay.toString(),
    entry.policyId,
    entry.productId,
    entry.cause,
    entry.versionId ?? '',
    entry.invoiceId ?? '',
    String(entry.amount),
    entry.currency,
  ])
}
