import { isId, todayIn } from '../kernel/index.ts'
import type { Finder, Page, PageRows, Queryable } from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import {
  type Invoice,
  type InvoiceSearch,
  searchInvoices as searchSeenInvoices,
  selectInvoice,
} from '../ledger/index.ts'
import { isOfSeenPolicy, limitsByPolicyAndProduct } from '../policies/index.ts'
import { invoiceNotFound } from './reasons.ts'

/** An invoice of this insurer, in the mode of its key and within its limits. */
export async function findInvoice(db: Finder, caller: Caller, id: string): Promise<Invoice> {
  const invoice = isId('bil', id) ? await selectInvoice(db, id) : undefined
  const isItsOwn = invoice?.insurerId === caller.account.id && invoice.livemode === caller.livemode
  if (invoice === undefined || !isItsOwn || !(await isOfSeenPolicy(db, caller, invoice.policyId))) {
    throw invoiceNotFound(id)
  }
  return invoice
}

/** Newest first. */
export function searchInvoices(
  db: Queryable,
  { limits, ...wanted }: Omit<InvoiceSearch, 'isSeen'> & { readonly limits: Caller['limits'] },
  page: Page,
): Promise<PageRows<Invoice>> {
  const isSeen = withinLimits(limits, limitsByPolicyAndProduct)
  return searchSeenInvoices(db, { ...wanted, isSeen }, page)
}

/** The last due day of what is overdue by so many days, from today in UTC. */
export function dueUntilOf(
  overdueDays: number | null,
  now: Temporal.Instant,
): Temporal.PlainDate | null {
  return overdueDays === null ? null : todayIn('UTC', now).subtract({ days: overdueDays })
}
