import { ids, linkTo, moment } from '../wire/example-ids.ts'
import { quoteOfPolicyExample } from '../quotes/examples.ts'

const customer = {
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  language: 'en',
}

const policyData = {
  salutation: 'ms',
  phone: '+4930901820',
  company_name: 'Brandt Leuchten GmbH',
  legal_form: 'gmbh',
  company_street: 'Lindenallee',
  company_house_number: '14a',
  company_zip: '10115',
  company_city: 'Berlin',
  company_founded_on: '2011-04-01',
  previous_cyber_losses: false,
  terms_accepted: true,
}

/** What a distributor may add of its own. */
const notes = {
  metadata: { campaign: 'winter' },
  distributor_traffic_source: 'newsletter',
  referrer_url: 'https://shop.alpine-brokers.example/cyber',
  sales_lead_id: 'lead-4711',
}

export const offerOrderExample = {
  ...customer,
  data: policyData,
  quote_token: ids.quoteToken,
  ...notes,
}

export const createdOfferExample = {
  id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  payment_token: ids.paymentToken,
  _links: {
    _self: linkTo(`/policies/${ids.policy}`),
    assets: {
      offer: linkTo(`/policies/offers/${ids.policy}/assets?token=${ids.assetToken}`),
      policy: linkTo(`/policies/policies/${ids.policy}/assets?token=${ids.assetToken}`),
    },
  },
}

const document = (kind: 'offers' | 'policies', designation: string, name: string) => ({
  designation,
  name,
  extension: 'pdf',
  language: 'en',
  version_id: ids.policyVersion,
  invoice_id: null,
  href: linkTo(
    `/policies/${kind}/${ids.policy}/assets/${ids.policyVersion}/${designation}.pdf?token=${ids.assetToken}`,
  ).href,
})

const offerAssets = [
  document('offers', 'offer', 'Offer'),
  document('offers', 'terms', 'Terms and conditions'),
]
const policyAssets = [
  document('policies', 'policy', 'Policy'),
  document('policies', 'terms', 'Terms and conditions'),
]

const cover = { start_date: '2029-01-01', end_date: null, in_force: false }
export const offerAssetsExample = { policy_id: ids.policy, documents: offerAssets, cover }
export const policyAssetsExample = { policy_id: ids.policy, documents: policyAssets, cover }

/** What offer and policy say alike. */
const sale = {
  id: ids.policy,
  version_id: ids.policyVersion,
  distributor_id: ids.distributor,
  insurer_id: ids.insurer,
  item_id: ids.item,
  product_version_id: ids.productVersion,
  touchpoint_id: ids.integration,
  product_id: ids.product,
  integration_version_id: ids.integrationVersion,
  subscription_plan_id: ids.plan,
  insurer_policy_id: ids.policyNumber,
  ...customer,
  currency: 'eur',
  flow: 'standard',
  quote: quoteOfPolicyExample,
  media: [],
  metadata: notes.metadata,
  cancellation_reason: null,
  cancelled_by: '',
  cancelled_at: null,
  distributor_traffic_source: notes.distributor_traffic_source,
  referrer_url: notes.referrer_url,
  payment_token: ids.paymentToken,
  whitelisted_referrer_url: new URL(notes.referrer_url).origin,
  linked_policy_id: null,
  customer_id: ids.customer,
  created_at: moment,
  contains_sensitive_data: false,
  is_version_assembled: true,
}

export const offerExample = {
  ...sale,
  status: 'ready',
  assets: offerAssets,
  data: policyData,
  accepted_at: null,
  _links: {
    _self: linkTo(`/offers/${ids.policy}`),
    item: linkTo(`/items/${ids.item}`),
    touchpoint: linkTo(`/touchpoints/${ids.integration}`),
  },
}

export const policyExample = {
  ...sale,
  assets: policyAssets,
  distributor_key: 'alpine-brokers',
  insurer_external_policy_id: '',
  expired: false,
  policy_created_date: moment,
  start_date: '2028-12-31T23:00:00+00:00',
  end_date: null,
  termination_date: null,
  status: 'paid',
  data: { ...policyData, payment_metadata: [] },
  is_locked: false,
  localized_dates: {
    policy_created_date: '2028-11-20T10:15:00+01:00',
    start_date: '2029-01-01T00:00:00+01:00',
    end_date: null,
    termination_date: null,
    time_zone: 'Europe/Berlin',
  },
  sales_lead_id: notes.sales_lead_id,
  accepted_at: moment,
  _links: {
    _self: linkTo(`/policies/${ids.policy}`),
    distributor: linkTo(`/distributors/${ids.distributor}`),
    item: linkTo(`/items/${ids.item}`),
    touchpoint: linkTo(`/touchpoints/${ids.integration}`),
    change: { ...linkTo(`/policies/${ids.policy}`), method: 'PATCH' },
    cancel: { ...linkTo(`/policies/${ids.policy}/cancel`), method: 'POST' },
    renewal: linkTo(`/policies/${ids.policy}/renewal`),
    preview: { ...linkTo(`/policies/${ids.policy}/previews`), method: 'POST' },
  },
}

export const publicPolicyExample = {
  id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  insurer_external_policy_id: '',
  status: 'paid',
  _links: { _self: linkTo(`/policies/${ids.policy}`) },
}
