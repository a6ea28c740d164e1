import type { Transaction } from '../database/index.ts'
import { type postFailedRefund, postRefund } from '../ledger/index.ts'
import { momentOfPolicy, selectPolicy } from '../policies/index.ts'
import { type Payment, type Refund, unapplied } from './payment.ts'
import { selectPayment } from './payment-store.ts'
import { tillOf } from './provider.ts'
import type { OutcomeDeps } from './record-outcome.ts'

/** A new refund leaves the customer's credit. Money that was never applied is in no ledger. */
export async function postNewRefund(
  tx: Transaction,
  refund: Refund,
  payment: Payment,
  now: Temporal.Instant,
): Promise<void> {
  if (refund.cause !== unapplied) await postRefund(tx, await postedAs(tx, refund, payment), now)
}

/** The same of one that failed, is tried again or was given back by hand. */
export async function postRefundMove(
  { clock }: Pick<OutcomeDeps, 'clock'>,
  tx: Transaction,
  refund: Refund,
  post: typeof postFailedRefund,
): Promise<void> {
  if (refund.cause === unapplied) return
  const payment = await selectPayment(tx, refund.paymentId)
  if (payment === undefined) throw new Error(`refund ${refund.id} is of no payment`)
  const { now } = await momentOfPolicy(tx, clock, refund.policyId)
  await post(tx, await postedAs(tx, refund, payment), now)
}

async function postedAs(tx: Transaction, refund: Refund, payment: Payment) {
  const { id: refundId, policyId, attempt, amount } = refund
  const policy = await selectPolicy(tx, policyId)
  if (policy === undefined) throw new Error(`refund ${refundId} is of no policy`)
  return { policy, refundId, attempt, amount, till: tillOf(payment) }
}
