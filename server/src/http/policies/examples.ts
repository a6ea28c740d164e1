import { ids, linkTo, moment } from '../wire/example-ids.ts'
import { policyDocumentsExample } from '../documents/examples.ts'
import { quoteOfPolicyExample } from '../quotes/examples.ts'

export const customerExample = {
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  language: 'en',
}

export const policyDataExample = {
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

/** Optional members that a distributor may add. */
export const saleNotesExample = {
  metadata: { campaign: 'winter' },
  distributor_traffic_source: 'newsletter',
  referrer_url: 'https://shop.alpine-brokers.example/cyber',
  sales_lead_id: 'lead-4711',
}

/** The members that offer and policy share. */
export const saleExample = {
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
  ...customerExample,
  currency: 'eur',
  flow: 'standard',
  quote: quoteOfPolicyExample,
  media: [],
  metadata: saleNotesExample.metadata,
  cancellation_reason: null,
  cancelled_by: '',
  cancelled_at: null,
  distributor_traffic_source: saleNotesExample.distributor_traffic_source,
  referrer_url: saleNotesExample.referrer_url,
  payment_token: ids.paymentToken,
  whitelisted_referrer_url: new URL(saleNotesExample.referrer_url).origin,
  linked_policy_id: null,
  customer_id: ids.customer,
  created_at: moment,
  contains_sensitive_data: false,
  is_version_assembled: true,
}

export const policyExample = {
  ...saleExample,
  cancellation_kind: null,
  cancellation_reason_code: null,
  assets: policyDocumentsExample,
  distributor_key: 'alpine-brokers',
  insurer_external_policy_id: '',
  expired: false,
  policy_created_date: moment,
  start_date: '2028-12-31T23:00:00+00:00',
  end_date: null,
  termination_date: null,
  status: 'paid',
  cover: { state: 'not_begun', first_day: null, last_day: '2028-12-31' },
  data: { ...policyDataExample, payment_metadata: [] },
  is_locked: false,
  localized_dates: {
    policy_created_date: '2028-11-20T10:15:00+01:00',
    start_date: '2029-01-01T00:00:00+01:00',
    end_date: null,
    termination_date: null,
    time_zone: 'Europe/Berlin',
  },
  sales_lead_id: saleNotesExample.sales_lead_id,
  accepted_at: moment,
  _links: {
    _self: linkTo(`/policies/${ids.policy}`),
    distributor: linkTo(`/distributors/${ids.distributor}`),
    item: linkTo(`/items/${ids.item}`),
    touchpoint: linkTo(`/touchpoints/${ids.integration}`),
    endorsement: { ...linkTo(`/policies/${ids.policy}`), method: 'PATCH' },
    cancel: { ...linkTo(`/policies/${ids.policy}/cancel`), method: 'POST' },
    withdraw: { ...linkTo(`/policies/${ids.policy}/withdraw`), method: 'POST' },
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
