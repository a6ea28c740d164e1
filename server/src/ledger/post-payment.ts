import type { InvoiceId, PaymentId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { acceptInvoice, selectInvoice, selectOpenInvoices } from './invoice-store.ts'
import { selectBalances, writePaid } from './ledger-store.ts'
import type { PostedPolicy } from './invoice.ts'
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
    readonly policy: PostedPolicy
    readonly invoiceId: InvoiceId
    readonly paymentId: PaymentId
    readonly amount: number
    readonly till: Till
    /** The day on which the bank had the money, where that is known. */
    readonly valueDay?: Temporal.PlainDate
  },
  now: Temporal.Instant,
): Promise<{ readonly credit: number; readonly settled: readonly InvoiceId[] }> {
  const { policy, invoiceId, paymentId, amount, till, valueDay } = paid
  const { id: policyId } = policy
  const [before, invoice, open] = await Promise.all([
    selectBalances(tx, policyId),
    selectInvoice(tx, invoiceId),
    selectOpenInvoices(tx, policyId),
  ])
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  const { postings, balances } = postEntries(before, [
    { kind: 'payment', cause: `payment ${paymentId}`, amount, till, valueDay },
  ])
  // What was proposed is not open yet, and is paid whole; with it what was open before, or has been
  // asked for once more since, as far as that is no longer owed.
  const isProposed = invoice?.state === 'proposed'
  if (isProposed) await acceptInvoice(tx, { id: invoiceId, open: 0, today: null }, now)
  const own = open.filter(({ id }) => id === invoiceId)
  const others = open.filter(({ id }) => id !== invoiceId)
  const asked = open.reduce((sum, one) => sum + one.open, 0)
  const shrunk = shrink(
    [...own, ...others],
    Math.max(isProposed ? 0 : amount, asked - balances.receivable),
  )
  await writePaid(tx, { policy, postings, balances, shrunk, now })
  return { credit: balances.credit, settled: settledBy(shrunk) }
}
