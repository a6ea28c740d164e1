import { csvLine } from '../kernel/index.ts'
import type { Page, PageRows, Queryable } from '../database/index.ts'
import {
  type InvoiceNumber,
  type OpenItem,
  type OpenItemBucket,
  type OpenItemSearch,
  invoiceNumber,
  openItemBuckets,
  searchOpenItems,
  selectNumbers,
  sumOpenItems,
} from '../ledger/index.ts'

/** Each piece looks through all that is left, so there are few. */
const invoicesPerPiece = 5_000

/** What policyholders owe in one currency, at the end of a day. */
export interface OpenItemTotals {
  readonly currency: string
  /** What invoices ask for, by age. */
  readonly buckets: Readonly<Record<OpenItemBucket, number>>
  /** What was charged and is not asked for by an invoice yet. */
  readonly notInvoiced: number
  /** All of it: the account of the ledger. */
  readonly receivable: number
}

export async function totalOpenItems(
  db: Queryable,
  onDay: Pick<OpenItemSearch, 'insurerId' | 'livemode' | 'day'>,
): Promise<OpenItemTotals[]> {
  const sums = Map.groupBy(await sumOpenItems(db, onDay), ({ currency }) => currency)
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      const sumOf = (wanted: OpenItemBucket | 'receivable') =>
        own.find(({ of }) => of === wanted)?.amount ?? 0
      const buckets = {
        not_due: sumOf('not_due'),
        '1_30': sumOf('1_30'),
        '31_60': sumOf('31_60'),
        '61_90': sumOf('61_90'),
        over_90: sumOf('over_90'),
      }
      const invoiced = openItemBuckets.reduce((sum, bucket) => sum + buckets[bucket], 0)
      const receivable = sumOf('receivable')
      return { currency, buckets, notInvoiced: receivable - invoiced, receivable }
    })
}

/** All open items as CSV, some thousand at a time. */
export async function* openItemLines(
  db: Queryable,
  wanted: OpenItemSearch,
): AsyncGenerator<string> {
  yield csvLine([
    'invoice_id',
    'number',
    'policy_id',
    'product_id',
    'kind',
    'currency',
    'total',
    'open',
    'issue_date',
    'due_date',
    'overdue_days',
    'bucket',
  ])
  let startingAfter: string | null = null
  for (let hasMore = true; hasMore;) {
    const page: Page = { limit: invoicesPerPiece, startingAfter, endingBefore: null }
    const found: PageRows<OpenItem> = await searchOpenItems(db, wanted, page)
    const numbers = await selectNumbers(
      db,
      found.rows.map(({ id }) => id),
    )
    yield found.rows.map((item) => lineOf(item, numbers.get(item.id))).join('')
    hasMore = found.hasMore
    startingAfter = found.rows.at(-1)?.id ?? null
  }
}

function lineOf(item: OpenItem, number: InvoiceNumber | undefined): string {
  return csvLine([
    item.id,
    number === undefined ? '' : invoiceNumber(number),
    item.policyId,
    item.productId,
    item.kind,
    item.currency,
    String(item.total),
    String(item.open),
    item.issueDay.toString(),
    item.dueDay.toString(),
    String(Math.max(0, item.overdueDays)),
    item.bucket,
  ])
}
