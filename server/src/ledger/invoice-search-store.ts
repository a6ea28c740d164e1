import type { AccountId, InvoiceId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  json,
  pageOf,
  search,
  sql,
  windowOf,
} from '../database/index.ts'
import type { Invoice, InvoiceKind, InvoiceState } from './invoice.ts'
import type { InvoiceNumber } from './invoice-number.ts'
import { invoiceColumns } from './ledger-store.ts'

interface InvoiceSearch {
  readonly insurerId: string
  readonly livemode: boolean
  readonly id: string | null
  readonly policyId: string | null
  readonly productId: string | null
  readonly state: InvoiceState | null
  readonly kind: InvoiceKind | null
  readonly number: InvoiceNumber | null
  /** Open, and due on this day or before. */
  readonly dueUntil: Temporal.PlainDate | null
}

/** Newest first. The ids of a page are found first, as those of payments are. */
export async function searchInvoices(
  db: Queryable,
  wanted: InvoiceSearch,
  page: Page,
): Promise<PageRows<Invoice>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
    ...window.conditions,
  ]
  if (wanted.id !== null) conditions.push(fragment`id = ${wanted.id}`)
  if (wanted.policyId !== null) conditions.push(fragment`policy_id = ${wanted.policyId}`)
  if (wanted.productId !== null) conditions.push(fragment`product_id = ${wanted.productId}`)
  if (wanted.kind !== null) conditions.push(fragment`kind = ${wanted.kind}`)
  // Those that are open have an index of their own, which is found where the state is written out.
  if (wanted.state === 'open' || wanted.dueUntil !== null) conditions.push(fragment`state = 'open'`)
  else if (wanted.state !== null) conditions.push(fragment`state = ${wanted.state}`)
  if (wanted.dueUntil !== null) conditions.push(fragment`due_day <= ${wanted.dueUntil}`)
  if (wanted.number !== null) {
    const { year, number } = wanted.number
    conditions.push(fragment`id in (
      select invoice_id from invoice_numbers where insurer_id = ${wanted.insurerId}
        and livemode = ${wanted.livemode} and year = ${year} and number = ${number})`)
  }
  const rows = await db.query<Invoice>(search`
    with page as materialized (select id from invoices where ${conditions} ${window.order})
    select ${invoiceColumns} from page join invoices using (id) ${window.order}`)
  return pageOf(rows, page)
}

/** The invoices of an insurer that have one of these numbers. */
export async function selectInvoicesByNumber(
  db: Queryable,
  insurerId: AccountId,
  numbers: readonly InvoiceNumber[],
): Promise<Invoice[]> {
  if (numbers.length === 0) return []
  return db.query<Invoice>(compose`
    select ${invoiceColumns} from invoices where id in (
      select invoice_id from invoice_numbers
        join json_to_recordset(${json(numbers)}::json) as wanted(
          livemode boolean, year integer, number integer) using (livemode, year, number)
      where insurer_id = ${insurerId})`)
}

/** The numbers of some invoices, as far as they have one. */
export async function selectNumbers(
  db: Queryable,
  invoiceIds: readonly InvoiceId[],
): Promise<ReadonlyMap<InvoiceId, InvoiceNumber>> {
  if (invoiceIds.length === 0) return new Map()
  const rows = await db.query<InvoiceNumber & { readonly id: InvoiceId }>(sql`
    select invoice_id as id, livemode, year, number
    from invoice_numbers where invoice_id = any(${invoiceIds})`)
  return new Map(rows.map(({ id, ...number }) => [id, number]))
}
