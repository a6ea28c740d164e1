import { type When, clockTimeOf, mintId, realOf, timeOf } from '../kernel/index.ts'
import type { Transaction } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import { enqueue } from '../jobs/index.ts'
import type { Payment, Refund } from './payment.ts'
import { postNewRefund } from './post-refund.ts'
import { refundEvent } from './payment-event.ts'
import { payOutRefund } from './payouts/open-payout.ts'
import { insertRefund } from './refund-store.ts'

/**
 * Records that money is to be given back, once for each cause and payment, with the job that sees to
 * it; or, of money that came by bank, with the payout that a person sees to. The caller holds the
 * policy's lock.
 */
export async function requestRefund(
  tx: Transaction,
  request: Pick<Refund, 'policyVersionId' | 'cause' | 'method' | 'amount' | 'currency'> & {
    readonly payment: Payment
  },
  when: When,
): Promise<void> {
  const now = timeOf(when)
  const { payment, policyVersionId, cause, method, amount, currency } = request
  if (amount <= 0) return
  const isPayout = payment.receivedOn !== null
  const refund: Refund = {
    id: mintId('ref', when),
    paymentId: payment.id,
    policyId: payment.policyId,
    livemode: payment.livemode,
    insurerId: payment.insurerId,
    distributorId: payment.distributorId,
    policyVersionId,
    cause,
    status: 'pending',
    method,
    amount,
    currency,
    reference: null,
    reason: null,
    attempt: 1,
    attemptedAt: now,
    asks: 0,
    // On a test clock a deadline says when it is asked about next; first comes its job. Nobody is
    // asked about a payout.
    askAt: isPayout || clockTimeOf(when) !== null ? null : realOf(when),
    doubt: null,
    doubtSince: null,
    createdAt: now,
    processedAt: null,
  }
  if (!(await insertRefund(tx, refund))) return
  await postNewRefund(tx, refund, payment, now)
  await recordEvents(tx, [refundEvent('refund.created', refund)], when)
  if (isPayout) {
    await payOutRefund(tx, { refund, payment }, when)
    return
  }
  const payload = { refundId: refund.id, policyId: refund.policyId }
  await enqueue(tx, 'settle_refund', payload, { key: refundJobKey(refund) })
}

export function refundJobKey(refund: Pick<Refund, 'id'>): string {
  return `refund ${refund.id}`
}
