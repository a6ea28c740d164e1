import { type Moment, type PaymentId, type RefundId, isId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { type Afterwards, type Deadline, setDeadline } from '../deadlines/index.ts'
import { selectSetup } from './mandate-setup-store.ts'
import { selectPayment } from './payment-store.ts'
import { selectRefund } from './refund-store.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'
import { settleRefund } from './settle-refund.ts'
import { settleSetup } from './settle-setup.ts'

/** In case the process ends before the provider was asked. */
const againAfter = { hours: 1 }

/**
 * The duty of a test clock that has come to where a provider is asked again about a payment, a refund
 * or a mandate that is set up. It is asked after the commit, and again later on the clock if the answer was lost.
 */
export async function settleOnClock(
  deps: SettleDeps,
  tx: Transaction,
  deadline: Deadline,
  { now }: Moment,
): Promise<Afterwards | void> {
  const settle = await settlingOf(deps, tx, deadline.key)
  if (settle === null) return
  await setDeadline(tx, { ...deadline, dueAt: now.add(againAfter) })
  return settle
}

async function settlingOf(
  deps: SettleDeps,
  tx: Transaction,
  key: string,
): Promise<Afterwards | null> {
  if (isId('ref', key)) return settlingOfRefund(deps, tx, key)
  if (isId('mns', key)) {
    const setup = await selectSetup(tx, key)
    return setup?.status === 'pending' ? () => settleSetup(deps, { setupId: key }) : null
  }
  return settlingOfPayment(deps, tx, key as PaymentId) // It is set for these three alone.
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
  return refund !== undefined && refund.status !== 'failed'
    ? () => settleRefund(deps, { refundId })
    : null
}
