import type { Static } from 'typebox'
import type { StuckPolicy } from '../../inbox/index.ts'
import { timestamp } from '../../kernel/index.ts'
import { ids, moment } from '../wire/example-ids.ts'
import { personal } from '../wire/personal.ts'
import { policyholderExample, policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import { flag, text, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'

export const stuckPolicyExample = {
  id: ids.policy,
  livemode: true,
  product_id: ids.product,
  ...policyholderExample,
  attempts: 3,
  reason: 'the rater of the product does not answer',
  failed_at: moment,
  retry_at: '2028-11-20T09:19:00+00:00',
}

export const stuckPolicySchema = Type.Object(
  {
    id: text('The policy.'),
    livemode: flag('True for live, false for test.'),
    product_id: text('The product that was sold.'),
    ...policyholderFields,
    attempts: Type.Integer({ minimum: 1, description: 'How often it was tried.' }),
    reason: personal(text('Why the last attempt failed, as the server says it.')),
    failed_at: timestampText('When it was tried last.'),
    retry_at: timestampText('When it is tried next. Nothing else that is due is done before.'),
  },
  {
    $id: 'StuckPolicy',
    description: 'A policy of which something due failed.',
    examples: [stuckPolicyExample],
  },
)

export function viewStuckPolicy({
  policy,
  attempts,
  reason,
  failedAt,
  retryAt,
}: StuckPolicy): Static<typeof stuckPolicySchema> {
  return {
    id: policy.id,
    livemode: policy.livemode,
    product_id: policy.productId,
    ...viewPolicyholder(policy),
    attempts,
    reason,
    failed_at: timestamp(failedAt),
    retry_at: timestamp(retryAt),
  }
}
