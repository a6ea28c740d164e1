import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../kernel/index.ts'
import { type Payment, type Refund, sandboxOutcomes } from '../../payments/index.ts'
import { timestamp } from '../../kernel/index.ts'
import type { Links } from '../links.ts'
import { timestampOf } from './offer.ts'
import {
  amount,
  anyArray,
  link,
  links,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from './schema.ts'

export const createPaymentBody = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 500, description: "The offer's payment token." }),
    provider: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'One of the payment plan.',
    }),
    method: Type.String({ minLength: 1, maxLength: 100, description: 'One of the payment plan.' }),
    policy_id: Type.String({ minLength: 1, maxLength: 100, description: 'The offer to pay for.' }),
    sandbox: Type.Optional(
      Type.Unsafe<JsonObject>({
        type: 'object',
        description: 'Read by the provider `sandbox` only: the outcome to play.',
        properties: { outcome: { type: 'string', enum: sandboxOutcomes } },
      }),
    ),
  },
  { $id: 'CreatePayment' },
)
export type CreatePaymentBody = Static<typeof createPaymentBody>

const createdFields = {
  object: Type.Literal('payment'),
  id: Type.String(),
  livemode: Type.Boolean(),
  provider: Type.String(),
  method: Type.String(),
  status: Type.String({ enum: ['pending', 'ok', 'failed'] }),
  transaction_metadata: anyArray('Empty.'),
  _links: links({ _self: link }),
}

export const createdPaymentSchema = Type.Object(createdFields, { $id: 'CreatedPayment' })

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

const refundSchema = Type.Object({
  object: Type.Literal('refund'),
  id: Type.String(),
  status: Type.String({ enum: ['pending', 'ok', 'failed'] }),
  method: Type.String({ enum: ['pro_rata', 'none', 'full_before_start'] }),
  amount: amount('What is given back.'),
  currency: Type.String(),
  policy_version_id: text('The cancellation that it belongs to.'),
  reference: textOrNull("The provider's reference."),
  reason: textOrNull('Why it failed.'),
  created_at: timestampText('When it was recorded.'),
  processed_at: timestampOrNull('When it was made.'),
})

export const paymentSchema = Type.Object(
  {
    ...createdFields,
    policy_id: Type.String(),
    charge_id: textOrNull("The provider's id of the charge."),
    fee: Type.Number(),
    reference: textOrNull("The provider's reference."),
    token: Type.String(),
    reason: textOrNull('Why it failed.'),
    processed_at: timestampOrNull('When it was made or failed.'),
    error_code: textOrNull("The provider's code of the failure."),
    metadata: anyArray('Empty.'),
    customer_id: Type.String(),
    refunds: Type.Array(refundSchema),
  },
  { $id: 'Payment' },
)

export function viewPayment(
  payment: Payment,
  refunds: readonly Refund[],
  to: Links,
): Static<typeof paymentSchema> {
  return {
    ...viewCreatedPayment(payment, to),
    policy_id: payment.policyId,
    charge_id: payment.chargeId,
    fee: 0,
    reference: payment.reference,
    token: payment.token,
    reason: payment.reason,
    processed_at: timestampOf(payment.processedAt),
    error_code: payment.errorCode,
    metadata: [],
    customer_id: payment.customerId,
    refunds: refunds.map(viewRefund),
  }
}

function viewRefund(refund: Refund): Static<typeof refundSchema> {
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
