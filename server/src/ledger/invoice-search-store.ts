import type { AccountId, InvoiceId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  given,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Invoice, InvoiceKind, InvoiceState } from './invoice.ts'
import type { InvoiceNumber } from './invoice-number.ts'
import { invoiceColumns } from './invoice-store.ts'

export interface InvoiceSearch {
  readonly insurerId: string
  readonly livemode: boolean
  /** The condition that the caller may see them; null where it sees all. */
  readonly isSeen: Fragment | null
  readonly id: string | null
  readonly policyId: string | null
  readonly productId: string | null
  readonly state: InvoiceState | null
  readonly kind: InvoiceKind | null
  readonly number: InvoiceNumber | null
  /** Open, and due on this day or before. */
  readonly dueUntil: Temporal.PlainDate | null
}

/** Newest first. */
export function searchInvoices(
  db: Queryable,
  wanted: InvoiceSearch,
  page: Page,
): Promise<PageRows<Invoice>> {
  const { insurerId, livemode, state, dueUntil } = wanted
  // Those that are open have an index of their own, which is found where the state is written out.
  const isOpen = state === 'open' || dueUntil !== null
  return searchPage(db, page, {
    where: [
      ...equal({
        insurer_id: insurerId,
        livemode,
        id: wanted.id,
        policy_id: wanted.policyId,
        product_id: wanted.productId,
        kind: wanted.kind,
      }),
      wanted.isSeen,
      isOpen ? fragment`state = 'open'` : given(state, () => fragment`state = ${state}`),
      given(dueUntil, (day) => fragment`due_day <= ${day}`),
      given(
        wanted.number,
        ({ year, number }) => fragment`id in (
          select invoice_id from invoice_numbers where insurer_id = ${insurerId}
            and livemode = ${livemode} and year = ${year} and number = ${number})`,
      ),
    ],
    ids: (where, order) => fragment`select id from invoices where ${where} ${order}`,
    select: fragment`select ${invoiceColumns} from page join invoices using (id)`,
    isPlannedByValue: true,
  })
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
