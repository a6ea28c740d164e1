import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { Payment, Refund } from '../../payments/index.ts'
import type { Links } from '../links.ts'
import type { createdPaymentSchema, paymentSchema, refundSchema } from './payment.ts'
import { timestampOf } from './timestamp.ts'

export function viewCreatedPayment(
  payment: Payment,
  to: Links,
): Static<typeof createdPaymentSchema> {
  return {
    object: 'payment',
    id: payment.id,
    livemode: payment.livemode,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    transaction_metadata: [],
    _links: { _self: to.payment(payment.id) },
  }
}

export function viewPayment(
  payment: Payment,
  token: string,
  refunds: readonly Refund[],
  to: Links,
): Static<typeof paymentSchema> {
  return {
    ...viewCreatedPayment(payment, to),
    policy_id: payment.policyId,
    amount: payment.amount,
    currency: payment.currency,
    charge_id: payment.chargeId,
    fee: 0,
    reference: payment.reference,
    token,
    reason: payment.reason,
    processed_at: timestampOf(payment.processedAt),
    error_code: payment.errorCode,
    metadata: [],
    customer_id: payment.customerId,
    refunds: refunds.map(viewRefund),
  }
}

export function viewRefund(refund: Refund): Static<typeof refundSchema> {
  return {
    object: 'refund',
    id: refund.id,
    status: refund.status,
    method: refund.method,
    amount: refund.amount,
    currency: refund.currency,
    policy_version_id: refund.policyVersionId,
    reference: refund.reference,
    reason: refund.reason,
    created_at: timestamp(refund.createdAt),
    processed_at: timestampOf(refund.processedAt),
  }
}
