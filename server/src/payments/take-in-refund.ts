import { type Moment, mintId } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import {
  postMadeRefund,
  postRefund,
  postRefundByHand,
  postUnowed,
  selectBalances,
} from '../ledger/index.ts'
import { momentOfPolicy } from '../policies/index.ts'
import { onPayment } from './on-payment.ts'
import type { Payment, Refund } from './payment.ts'
import { refundEvent } from './payment-event.ts'
import { postRefundMove, postedAs } from './post-refund.ts'
import type { OwnRefund } from './provider.ts'
import type { OutcomeDeps } from './record-outcome.ts'
import { insertRefund, selectRefundsOf, updateRefundMade } from './refund-store.ts'

/**
 * Records a refund that a person made at the provider itself. It is one of ours that had failed, where
 * the amount is the same; otherwise it uses the credit of the customer, and what goes beyond that was
 * given without being owed. Recorded once, however often it is reported.
 */
export async function takeInRefund(
  deps: OutcomeDeps,
  known: Payment,
  found: OwnRefund,
): Promise<void> {
  await onPayment(deps.db, known, async (tx, payment) => {
    if (payment.status !== 'ok') return
    const refunds = await selectRefundsOf(tx, [payment.id])
    if (refunds.some(({ reference }) => reference === found.reference)) return
    const moment = await momentOfPolicy(tx, deps.clock, payment.policyId)
    const failed = refunds.find(
      ({ status, amount }) => status === 'failed' && amount === found.amount,
    )
    if (failed === undefined) return takeIn(tx, payment, found, moment)
    await postRefundMove(deps, tx, failed, postRefundByHand)
    const made = { reference: found.reference, reason: madeThere(payment) }
    await updateRefundMade(tx, failed.id, made, moment.now)
    await recordEvents(tx, [refundEvent('refund.ok', failed, { by_hand: true })], moment)
  })
}

async function takeIn(
  tx: Transaction,
  payment: Payment,
  { reference, amount }: OwnRefund,
  moment: Moment,
): Promise<void> {
  const { now } = moment
  const { id: paymentId, policyId, livemode, insurerId, distributorId, currency } = payment
  const refund: Refund = {
    id: mintId('ref', moment),
    paymentId,
    policyId,
    livemode,
    insurerId,
    distributorId,
    policyVersionId: null,
    cause: `own ${reference}`,
    status: 'ok',
    method: 'whole',
    amount,
    currency,
    reference,
    reason: madeThere(payment),
    attempt: 1,
    attemptedAt: now,
    asks: 0,
    askAt: null,
    doubt: null,
    doubtSince: null,
    createdAt: now,
    processedAt: now,
  }
  if (!(await insertRefund(tx, refund))) return
  const posted = await postedAs(tx, refund, payment)
  const balances = await selectBalances(tx, policyId)
  const unowed = amount - Math.min(amount, balances?.credit ?? 0)
  if (unowed > 0) await postUnowed(tx, { ...posted, amount: unowed }, now)
  await postRefund(tx, posted, now)
  await postMadeRefund(tx, posted, now)
  const news = [
    refundEvent('refund.created', refund),
    refundEvent('refund.ok', refund, { by_hand: true }),
  ]
  await recordEvents(tx, news, moment)
}

function madeThere({ provider }: Payment): string {
  return `Refunded by a person at ${provider}.`
}
