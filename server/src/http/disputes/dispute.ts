import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type Dispute, disputeStates } from '../../payments/index.ts'
import type { Policyholder } from '../../policies/index.ts'
import { policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import { amount, flag, oneOf, text, timestampOrNull, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { disputeExample } from './examples.ts'

export const disputeSchema = Type.Object(
  {
    id: text('The dispute.'),
    livemode: flag('True for live, false for test.'),
    provider: text('The payment provider.'),
    reference: text('What the provider calls it.'),
    state: oneOf(
      disputeStates,
      '`needs_response`: evidence is expected. `under_review`: the bank decides. `won`: the money ' +
        'comes back. `lost`: it is gone. `warning_...`: the bank asks, and no money has moved. ' +
        '`prevented`: it was settled before it began. `unclear`: the provider reports a state that ' +
        'is unknown here.',
    ),
    policy_id: text('The policy.'),
    ...policyholderFields,
    payment_id: text('The payment that is disputed.'),
    amount: amount('The amount in dispute.'),
    fee: amount('What the provider keeps for it.'),
    currency: text('ISO 4217, in lower case.'),
    reason: text('Why, as the provider says it.'),
    evidence_due_at: timestampOrNull('By when evidence has to be sent; null if none is asked for.'),
    loss: flag(
      'Whether lost money was posted as a loss. Otherwise the payment was charged back, and the ' +
        'customer owes it again.',
    ),
    url: text('Where you answer it, at the provider.'),
    opened_at: timestampText('When it was opened.'),
    closed_at: timestampOrNull('When it ended; null while it is open.'),
  },
  {
    $id: 'Dispute',
    description: 'A payment that a customer disputes at the bank.',
    examples: [disputeExample],
  },
)

export function viewDispute(
  dispute: Dispute,
  holder: Policyholder | undefined,
): Static<typeof disputeSchema> {
  const { evidenceDueAt, closedAt } = dispute
  return {
    id: dispute.id,
    livemode: dispute.livemode,
    provider: dispute.provider,
    reference: dispute.reference,
    state: dispute.state,
    policy_id: dispute.policyId,
    ...viewPolicyholder(holder),
    payment_id: dispute.paymentId,
    amount: dispute.amount,
    fee: dispute.fee,
    currency: dispute.currency,
    reason: dispute.reason,
    evidence_due_at: evidenceDueAt === null ? null : timestamp(evidenceDueAt),
    loss: dispute.isLoss,
    url: dispute.url,
    opened_at: timestamp(dispute.openedAt),
    closed_at: closedAt === null ? null : timestamp(closedAt),
  }
}
