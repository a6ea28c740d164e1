import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import type { Payment, Refund } from '../../payments/index.ts'
import {
  amount,
  flag,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import { timestampOf } from '../wire/timestamp.ts'

export const paymentStatuses = ['pending', 'ok', 'failed'] as const

export const paymentSummarySchema = Type.Object(
  {
    id: text('The payment.'),
    policy_id: text('The policy that was paid for.'),
    product_id: text('The product that was sold.'),
    first_name: personal(text("The customer's first name.")),
    last_name: personal(text("The customer's last name.")),
    distributor_id: text('The distributor who sold the policy.'),
    livemode: flag('True for live, false for test.'),
    provider: text('The payment provider.'),
    method: text('The payment method.'),
    status: oneOf(paymentStatuses, 'The status of the payment.'),
    amount: amount('The amount.'),
    currency: text('ISO 4217, in lower case.'),
    invoice_id: textOrNull('The paid invoice; null for the payment of the sale.'),
    on_account: flag('True if the money is collected elsewhere and has not been received yet.'),
    received_on: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The day on which the bank received it, for a receipt; otherwise null.',
    }),
    created_at: timestampText('When the payment was started.'),
    received_late_at: timestampOrNull(
      'When money was received although the payment had failed; otherwise null.',
    ),
    doubts: Type.Array(
      Type.Object({
        refund_id: textOrNull('The refund in doubt; null for the payment itself.'),
        why: oneOf(
          ['unconfirmed', 'contradicted', 'failed'],
          '`unconfirmed`: the provider reports neither success nor failure. ' +
            '`contradicted`: it reported a failure after a success. `failed`: the refund ' +
            'failed.',
        ),
        since: timestampText('The time since which it has needed manual resolution.'),
      }),
      { description: 'Payments and refunds that need manual resolution; usually empty.' },
    ),
    masked: maskedMember,
  },
  { $id: 'PaymentSummary', description: 'A payment in a list.' },
)

/** Lists among the doubts those of the refunds that belong to the payment. */
export function viewPaymentSummary(
  payment: Payment,
  refunds: readonly Refund[],
): Static<typeof paymentSummarySchema> {
  return {
    id: payment.id,
    policy_id: payment.policyId,
    product_id: payment.productId,
    first_name: payment.firstName,
    last_name: payment.lastName,
    distributor_id: payment.distributorId,
    livemode: payment.livemode,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    invoice_id: payment.invoiceId,
    on_account: payment.onAccount,
    received_on: payment.receivedOn?.toString() ?? null,
    created_at: timestamp(payment.createdAt),
    received_late_at: timestampOf(payment.lateAt),
    doubts: [
      ...doubtsOf(null, payment),
      ...refunds
        .filter((refund) => refund.paymentId === payment.id)
        .flatMap((refund) => doubtsOf(refund.id, refund)),
    ],
  }
}

function doubtsOf(
  refundId: string | null,
  { doubt, doubtSince }: Pick<Payment | Refund, 'doubt' | 'doubtSince'>,
): Static<typeof paymentSummarySchema>['doubts'] {
  if (doubt === null || doubtSince === null) return []
  return [{ refund_id: refundId, why: doubt, since: timestamp(doubtSince) }]
}
