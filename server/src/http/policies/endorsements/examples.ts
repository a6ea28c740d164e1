import { formExample } from '../../forms/examples.ts'
import { quoteRequestExample } from '../../quotes/examples.ts'
import { ids, linkTo } from '../../wire/example-ids.ts'

const token = `chg_${ids.paymentToken}${ids.assetToken}`

export const endorsementLinkExample = {
  policy_id: ids.policy,
  token,
  fragment: `change=${ids.policy}/${token}`,
  effective_date: '2029-03-01',
  expires_at: '2028-11-21T09:15:00+00:00',
  _links: { policy: linkTo(`/policies/${ids.policy}`) },
}

/** These answers apply to the whole contract and cannot be endorsed. */
const fixed = ['policy_start_date', 'company']

export const openedEndorsementExample = {
  policy_id: ids.policy,
  version_id: ids.policyVersion,
  insurer_policy_id: ids.policyNumber,
  language: 'en',
  effective_date: '2029-03-01',
  is_endorsable: true,
  waiting_version_id: null,
  questions: formExample.items.flatMap(({ quote }) =>
    quote.filter(({ name }) => !fixed.includes(name)),
  ),
  data: quoteRequestExample.data,
  gross_payment_amount: 146241,
  currency: 'eur',
  item_id: ids.item,
  subscription_plan_id: ids.plan,
  touchpoint_id: ids.integration,
  product_version_id: ids.productVersion,
}

/** The company of the examples moves. */
export const endorsementRequestExample = {
  data: { company_street: 'Am Sandtorkai', company_house_number: '7' },
  effective_date: '2029-03-01',
}
