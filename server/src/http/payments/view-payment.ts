import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import {
  type NextAction,
  type Payment,
  type Providers,
  type Refund,
  nextActionOf,
} from '../../payments/index.ts'
import type { Links } from '../links.ts'
import type {
  createdPaymentSchema,
  nextActionSchema,
  paymentSchema,
  publicPaymentSchema,
  refundSchema,
} from './payment.ts'
import { timestampOf } from '../wire/timestamp.ts'

interface ViewDeps {
  readonly links: Links
  readonly providers: Providers
  readonly onDoubt: (error: unknown) => void
}

export async function viewPublicPayment(
  payment: Payment,
  deps: ViewDeps,
): Promise<Static<typeof publicPaymentSchema>> {
  return { ...(await viewCreatedPayment(payment, deps)), reason: payment.reason }
}

export async function viewCreatedPayment(
  payment: Payment,
  deps: ViewDeps,
): Promise<Static<typeof createdPaymentSchema>> {
  const action = await nextActionOf(deps, payment)
  return {
    object: 'payment',
    id: payment.id,
    livemode: payment.livemode,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    ...(action !== null && { next_action: viewNextAction(action) }),
    transaction_metadata: [],
    _links: { _self: deps.links.payment(payment.id) },
  }
}

export function viewNextAction(action: NextAction): Static<typeof nextActionSchema> {
  if (action.type === 'redirect') return { type: action.type, url: action.url }
  if (action.type === 'bank_transfer') {
    const { accountHolder: account_holder, ...transfer } = action
    return { ...transfer, account_holder }
  }
  const { type, clientSecret: client_secret, publishableKey: publishable_key } = action
  return { type, client_secret, publishable_key }
}

export async function viewPayment(
  payment: Payment,
  token: string,
  refunds: readonly Refund[],
  deps: ViewDeps,
): Promise<Static<typeof paymentSchema>> {
  return {
    ...(await viewCreatedPayment(payment, deps)),
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
