import type { InvoiceId, PaymentId, PolicyId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { selectBalances, settleInvoice, writePostings } from './ledger-store.ts'
import { type Till, book } from './postings.ts'

/** An invoice is paid, whole. With the policy locked, and what it asks for charged. */
export async function bookPayment(
  tx: Transaction,
  paid: {
    readonly policyId: PolicyId
    readonly invoiceId: InvoiceId
    readonly paymentId: PaymentId
    readonly amount: number
    readonly till: Till
  },
  now: Temporal.Instant,
): Promise<void> {
  const { policyId, invoiceId, paymentId, amount, till } = paid
  const before = await selectBalances(tx, policyId)
  if (before === undefined) throw new Error(`the money of policy ${policyId} is not booked yet`)
  const { postings, balances } = book(before, [
    { kind: 'payment', cause: `payment ${paymentId}`, amount, till },
  ])
  await writePostings(tx, { policyId, postings, balances, now })
  await settleInvoice(tx, invoiceId, now)
}
