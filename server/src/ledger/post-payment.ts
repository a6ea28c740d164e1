import type { InvoiceId, PaymentId, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import {
  acceptInvoice,
  selectBalances,
  selectInvoice,
  selectOpenInvoices,
  writePaid,
} from './ledger-store.ts'
import { type Till, postEntries } from './postings.ts'
import { settledBy, shrink } from './shrink-invoices.ts'

/**
 * Money came for an invoice: all that it asks for, a part, or more. What is beyond it pays other open
 * invoices, oldest due first; what is left then makes good what was written off, or is the customer's
 * credit. With the policy locked, and what it asks for charged.
 */
export async function postPayment(
  tx: Transaction,
  paid: {
    readonly policyId: PolicyId
    readonly invoiceId: InvoiceId
    readonly paymentId: PaymentId
    readonly amount: number
    readonly till: Till
  },
  now: Temporal.Instant,
): Promise<{ readonly credit: number; readonly settled: readonly InvoiceId[] }> {
  const { policyId, invoiceId, paymentId, amount, till } = paid
  const [before, invoice, open] = await Promise.all([
    selectBalances(tx, policyId),
    selectInvoice(tx, invoiceId),
    selectOpenInvoices(tx, policyId),
  ])
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  const { postings, balances } = postEntries(before, [
    { kind: 'payment', cause: `payment ${paymentId}`, amount, till },
  ])
  // What was proposed is not open yet, and is paid whole; with it what was open before, or has been
  // asked for once more since, as far as that is no longer owed.
  const isProposed = invoice?.state === 'proposed'
  if (isProposed) await acceptInvoice(tx, { id: invoiceId, open: 0 }, now)
  const own = open.filter(({ id }) => id === invoiceId)
  const others = open.filter(({ id }) => id !== invoiceId)
  const asked = open.reduce((sum, one) => sum + one.open, 0)
  const shrunk = shrink(
    [...own, ...others],
    Math.max(isProposed ? 0 : amount, asked - balances.receivable),
  )
  await writePaid(tx, { policyId, postings, balances, shrunk, now })
  return { credit: balances.credit, settled: settledBy(shrunk) }
}
