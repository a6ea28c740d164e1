import {
  type InvoiceId,
  type PayoutId,
  type PolicyId,
  type RefundId,
  isId,
} from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { settledBy, shrink } from './shrink-invoices.ts'
import { selectOpenInvoices } from './invoice-store.ts'
import { selectBalances, writePaid } from './ledger-store.ts'
import type { PostedPolicy } from './invoice.ts'
import { type Entry, type Till, postEntries } from './postings.ts'

/**
 * A refund of what the customer is owed, or a payout of credit that no payment covers. One that failed
 * can be attempted again.
 */
interface PostedRefund {
  readonly policy: PostedPolicy
  readonly refundId: RefundId | PayoutId
  readonly attempt: number
  readonly amount: number
  readonly till: Till
  /** The day on which the bank paid it, where that is known. */
  readonly valueDay?: Temporal.PlainDate | null
}

/** The credit is to go back. With the policy locked, as all that is posted. */
export async function postRefund(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  return postRefundEntries(tx, refund, [{ ...refund, kind: 'refund', cause: causeOf(refund) }], now)
}

/** A refund that was made without a decision here: what the customer was not owed of it is given. */
export async function postUnowed(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<void> {
  const { amount, refundId } = refund
  const cause = unowedCause(refundId)
  await postRefundEntries(tx, refund, [{ kind: 'unowed', cause, amount }], now)
}

export function unowedCause(refundId: string): string {
  return `goodwill ${refundId}`
}

/** It is paid out. */
export async function postMadeRefund(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  const cause = `${causeOf(refund)} made`
  return postRefundEntries(tx, refund, [{ ...refund, kind: 'made_refund', cause }], now)
}

/** It did not arrive: the customer is owed it again. */
export async function postFailedRefund(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  const cause = `${causeOf(refund)} failed`
  return postRefundEntries(tx, refund, [{ ...refund, kind: 'failed_refund', cause }], now)
}

/** It was paid out, and the bank sent it back: it is still to be paid. */
export async function postReturnedRefund(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  const cause = `${causeOf(refund)} returned`
  return postRefundEntries(tx, refund, [{ ...refund, kind: 'returned_refund', cause }], now)
}

/** It had failed, and a person gave it back in another way. */
export async function postRefundByHand(
  tx: Transaction,
  refund: PostedRefund,
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  const cause = `${causeOf(refund)} by hand`
  return postRefundEntries(tx, refund, [{ ...refund, kind: 'refund_by_hand', cause }], now)
}

/** The invoices that it settled. */
async function postRefundEntries(
  tx: Transaction,
  { policy }: PostedRefund,
  entries: readonly Entry[],
  now: Temporal.Instant,
): Promise<readonly InvoiceId[]> {
  const { postings, balances } = postEntries(await balancesOf(tx, policy.id), entries)
  // What comes back to a customer who owes by now has paid for that.
  const open = await selectOpenInvoices(tx, policy.id)
  const asked = open.reduce((sum, invoice) => sum + invoice.open, 0)
  const shrunk = shrink(open, asked - balances.receivable)
  await writePaid(tx, { policy, postings, balances, shrunk, now })
  return settledBy(shrunk)
}

async function balancesOf(tx: Transaction, policyId: PolicyId) {
  const balances = await selectBalances(tx, policyId)
  if (balances === undefined) throw new Error(`the money of policy ${policyId} is not posted yet`)
  return balances
}

function causeOf({ refundId, attempt }: PostedRefund): string {
  return `${isId('pyo', refundId) ? 'payout' : 'refund'} ${refundId} ${attempt}`
}
