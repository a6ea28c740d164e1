import type { InvoiceId, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { acceptInvoice, selectBalances, selectInvoice, selectOpenInvoices } from './ledger-store.ts'

/**
 * What an invoice proposed holds on account: it is owed until its money is received, as far as no
 * credit pays for it. With the policy locked, and what it asks for charged.
 */
export async function oweInvoice(
  tx: Transaction,
  { policyId, invoiceId }: { readonly policyId: PolicyId; readonly invoiceId: InvoiceId },
  now: Temporal.Instant,
): Promise<void> {
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
  await acceptInvoice(tx, { id: invoiceId, open }, now)
}
