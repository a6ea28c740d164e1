import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { type PolicySummary, policyNotFound, statusAt } from '../../policies/index.ts'
import { oneOf, text, textOrNull } from '../wire/schema.ts'
import { maskedMember, personal } from '../wire/personal.ts'
import { saleSummaryFields } from '../wire/sale-summary.ts'

export const policyStatuses = ['ready', 'accepted', 'paid', 'cancelled', 'expired'] as const

export const unknownPolicy = policyNotFound.listed({
  when: 'The policy does not exist in this mode, or belongs to another account.',
})

export const policySummarySchema = Type.Object(
  {
    id: text('The policy.'),
    version_id: text('The active version.'),
    insurer_policy_id: text('The policy number.'),
    status: oneOf(policyStatuses, 'The status now.'),
    ...saleSummaryFields,
    first_name: personal(text("The customer's first name.")),
    last_name: personal(text("The customer's last name.")),
    email: personal(text("The customer's e-mail address.")),
    customer_id: text('The customer.'),
    start_date: text('The first day of cover.'),
    end_date: textOrNull(
      'The last day of cover, also of a cancelled policy; null if the policy is open-ended.',
    ),
    cancellation_kind: textOrNull(
      'Who ended the contract: `customer`, `insurer`, `agreement`, or `system` after a lapse; ' +
        'null if nobody said.',
    ),
    cancellation_reason_code: textOrNull(
      'The reason, by a code of the product; null if there is none.',
    ),
    masked: maskedMember,
  },
  { $id: 'PolicySummary', description: 'An offer or a policy in a list.' },
)

export function viewPolicySummary(
  policy: PolicySummary,
  now: Temporal.Instant,
): Static<typeof policySummarySchema> {
  return {
    id: policy.id,
    version_id: policy.versionId,
    insurer_policy_id: policy.insurerPolicyId,
    status: statusAt(policy, now),
    livemode: policy.livemode,
    product_id: policy.productId,
    distributor_id: policy.distributorId,
    item_id: policy.itemId,
    gross_payment_amount: policy.grossPaymentAmount,
    currency: policy.currency,
    created_at: timestamp(policy.createdAt),
    first_name: policy.firstName,
    last_name: policy.lastName,
    email: policy.email,
    customer_id: policy.customerId,
    start_date: policy.startDay.toString(),
    end_date: (policy.terminationDay ?? policy.endDay)?.toString() ?? null,
    cancellation_kind: policy.cancellationKind,
    cancellation_reason_code: policy.cancellationReasonCode,
  }
}
