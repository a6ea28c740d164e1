import { type Moment, type PaymentId, type RefundId, isId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Afterwards, type Deadline, setDeadline } from '../deadlines/index.ts'
import { selectPayment } from './payment-store.ts'
import { selectRefund } from './refund-store.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/** In case the process ends before the provider was asked. */
const againAfter = { hours: 1 }

/**
 * The duty of a test clock that has come to where a provider is asked again about a payment or a
 * refund. It is asked after the commit, and again later on the clock if the answer was lost.
 */
export async function settleOnClock(
  deps: SettleDeps,
  tx: Transaction,
  deadline: Deadline,
  { now }: Moment,
): Promise<Afterwards | void> {
  const settle = isId('ref', deadline.key)
    ? await settlingOfRefund(deps, tx, deadline.key)
    : await settlingOfPayment(deps, tx, deadline.key as PaymentId) // It is set for these two alone.
  if (settle === null) return
  await setDeadline(tx, { ...deadline, dueAt: now.add(againAfter) })
  return settle
}

async function settlingOfPayment(
  deps: SettleDeps,
  tx: Transaction,
  paymentId: PaymentId,
): Promise<Afterwards | null> {
  const payment = await selectPayment(tx, paymentId)
  const isOver = payment === undefined || payment.status === 'failed'
  return isOver ? null : () => settlePayment(deps, { paymentId })
}

async function settlingOfRefund(
  deps: SettleDeps,
  tx: Transaction,
  refundId: RefundId,
): Promise<Afterwards | null> {
  const refund = await selectRefund(tx, refundId)
  return refund?.status === 'pending' ? () => settleRefund(deps, { refundId }) : null
}
