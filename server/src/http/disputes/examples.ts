import { ids, moment } from '../wire/example-ids.ts'
import { policyholderExample } from '../wire/policyholder.ts'

export const disputeExample = {
  id: ids.dispute,
  livemode: true,
  provider: 'stripe',
  reference: 'dp_1QbLk2Fq7RzT0w1X',
  state: 'needs_response',
  policy_id: ids.policy,
  ...policyholderExample,
  payment_id: ids.payment,
  amount: 146_241,
  fee: 2_000,
  currency: 'eur',
  reason: 'fraudulent',
  evidence_due_at: '2028-11-27T09:15:00+00:00',
  loss: false,
  url: 'https://dashboard.stripe.com/disputes/dp_1QbLk2Fq7RzT0w1X',
  opened_at: moment,
  closed_at: null,
}
