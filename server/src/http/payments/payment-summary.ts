import { type Static, Type } from 'typebox'
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
import { timestampOf } from '../wire/timestamp.ts'

export const paymentStatuses = ['pending', 'ok', 'failed'] as const

export const paymentSummarySchema = Type.Object(
  {
    id: text('The payment.'),
    policy_id: text('The policy it pays.'),
    product_id: text('The product that was sold.'),
    first_name: text('Of the customer.'),
    last_name: text('Of the customer.'),
    distributor_id: text('Who sold it.'),
    livemode: flag('True for live, false for test.'),
    provider: text('The provider.'),
    method: text('The method.'),
    status: oneOf(paymentStatuses, 'Where it stands.'),
    amount: amount('How much.'),
    currency: text('A lower-case code.'),
    invoice_id: textOrNull('The invoice that it pays; null for the payment of the sale.'),
    on_account: flag('True for what somebody collects and is waited for: nothing came with it.'),
    received_on: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date',
      description: 'The day on which the bank had it, of a receipt; null for all else.',
    }),
    created_at: timestampText('When it was started.'),
    received_late_at: timestampOrNull(
      'When money came for it although it had failed; null unless it did.',
    ),
    doubts: Type.Array(
      Type.Object({
        refund_id: textOrNull('The refund that is in doubt; null for the payment itself.'),
        why: oneOf(
          ['unconfirmed', 'contradicted', 'failed'],
          '`unconfirmed`: the provider tells neither yes nor no. `contradicted`: it said failed after it had said ok. `failed`: the money could not be given back.',
        ),
        since: timestampText('Since when it needs a person.'),
      }),
      { description: 'What a person must see to; usually empty.' },
    ),
  },
  { $id: 'PaymentSummary', description: 'A payment in a list.' },
)

/** With those of these refunds that are its own and in doubt. */
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
