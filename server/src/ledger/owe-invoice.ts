import type { InvoiceId, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { acceptInvoice, selectInvoice, selectOpenInvoices } from './invoice-store.ts'
import { selectBalances } from './ledger-store.ts'

/**
 * What an invoice proposed holds on account: it is owed until its money is received, as far as no
 * credit pays for it, and due on a day after this one. With the policy locked, and what it asks for
 * charged.
 */
export async function oweInvoice(
  tx: Transaction,
  {
    policyId,
    invoiceId,
    today,
  }: {
    readonly policyId: PolicyId
    readonly invoiceId: InvoiceId
    readonly today: Temporal.PlainDate
  },
  now: Temporal.Instant,
): Promise<Temporal.PlainDate> {
  const [balances, invoice, others] = await Promise.all([
    selectBalances(tx, policyId),
    selectInvoice(tx, invoiceId),
    selectOpenInvoices(tx, policyId),
  ])
  if (balances === undefined || invoice === undefined) {
    throw new Error(`the money of policy ${policyId} is not posted yet`)
  }
  const asked = others.reduce((sum, { open }) => sum + open, 0)
  const open = Math.max(0, Math.min(invoice.total, balances.receivable - asked))
  const tomorrow = today.add({ days: 1 })
  await acceptInvoice(tx, { id: invoiceId, open, today }, now)
  return Temporal.PlainDate.compare(invoice.dueDay, tomorrow) < 0 ? tomorrow : invoice.dueDay
}
