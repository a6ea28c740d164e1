import { ids, linkTo } from '../wire/example-ids.ts'

const renewal = `/policies/${ids.policy}/renewal`

export const renewalExample = {
  policy_id: ids.policy,
  state: 'offered',
  kind: 'automatic',
  first_day: '2030-01-01',
  last_day: '2030-12-31',
  currency: 'eur',
  gross_payment_amount_before: 146_241,
  gross_payment_amount: 146_241,
  product_version_id: ids.productVersion,
  subscription_plan_id: ids.plan,
  quote_id: ids.quote,
  problems: [],
  offered_at: '2029-11-05T09:15:00+00:00',
  decided_at: null,
  _links: {
    policy: linkTo(`/policies/${ids.policy}`),
    accept: { ...linkTo(`${renewal}/accept`), method: 'POST' },
    decline: { ...linkTo(`${renewal}/decline`), method: 'POST' },
  },
}

export const acceptRenewalExample = { subscription_plan_id: ids.plan }

export const retryRenewalExample = { answers: { encryption: true } }
