import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type Payment, type Providers, type Refund, nextActionOf } from '../../payments/index.ts'
import type { Links } from '../links.ts'
import type {
  createdPaymentSchema,
  paymentSchema,
  publicPaymentSchema,
  refundSchema,
} from './payment.ts'
import { timestampOf } from '../wire/timestamp.ts'

interface ViewDeps {
  readonly links: Links
  readonly providers: Providers
}

export function viewPublicPayment(
  payment: Payment,
  deps: ViewDeps,
): Static<typeof publicPaymentSchema> {
  return { ...viewCreatedPayment(payment, deps), reason: payment.reason }
}

export function viewCreatedPayment(
  payment: Payment,
  { links: to, providers }: ViewDeps,
): Static<typeof createdPaymentSchema> {
  const action = nextActionOf(providers, payment)
  return {
    object: 'payment',
    id: payment.id,
    livemode: payment.livemode,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    ...(action !== null && { next_action: { type: action.type, url: action.url } }),
    transaction_metadata: [],
    _links: { _self: to.payment(payment.id) },
  }
}

export function viewPayment(
  payment: Payment,
  token: string,
  refunds: readonly Refund[],
  deps: ViewDeps,
): Static<typeof paymentSchema> {
  return {
    ...viewCreatedPayment(payment, deps),
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
