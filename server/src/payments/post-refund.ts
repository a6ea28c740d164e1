import type { InvoiceId, Moment } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { arrearsMoved, type postFailedRefund, postRefund } from '../ledger/index.ts'
import { type Policy, momentOfPolicy, selectPolicy } from '../policies/index.ts'
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
  const moment = await momentOfPolicy(tx, clock, refund.policyId)
  const posted = await postedAs(tx, refund, payment)
  const settled = await post(tx, posted, moment.now)
  await settledByCredit(tx, posted.policy, settled, moment)
}

/** What came back to a customer who owes by now has paid for that. */
export async function settledByCredit(
  tx: Transaction,
  policy: Policy,
  settled: readonly InvoiceId[],
  moment: Moment,
): Promise<void> {
  if (settled.length === 0) return
  const { id: policy_id, currency, livemode, insurerId, distributorId } = policy
  const shared = { policyId: policy_id, livemode, insurerId, distributorId }
  const data = { policy_id, payment_id: null, currency }
  const news = settled.map((id) => {
    return { type: 'invoice.settled', about: { ...shared, id }, data } as const
  })
  await recordEvents(tx, news, moment)
  await arrearsMoved(tx, policy, moment)
}

/** What the ledger needs of a refund. */
export async function postedAs(tx: Transaction, refund: Refund, payment: Payment) {
  const { id: refundId, policyId, attempt, amount } = refund
  const policy = await selectPolicy(tx, policyId)
  if (policy === undefined) throw new Error(`refund ${refundId} is of no policy`)
  return { policy, refundId, attempt, amount, till: tillOf(payment) }
}
