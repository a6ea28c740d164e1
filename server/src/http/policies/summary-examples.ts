import { ids, moment } from '../wire/example-ids.ts'
import { accountIds, distributorOrderExample } from '../accounts/examples.ts'

/** When the customer gave up the business. */
const later = '2028-11-20T15:40:00+00:00'

const sale = {
  livemode: false,
  product_id: ids.product,
  distributor_id: ids.distributor,
  item_id: ids.item,
  gross_payment_amount: 146241,
  currency: 'eur',
  created_at: moment,
}

export const quotesExample = [
  {
    id: ids.quote,
    ...sale,
    product_version_id: ids.productVersion,
    pricing_logic_revision_id: ids.pricingRevision,
    expires_at: '2028-12-20T09:15:00+00:00',
  },
]

const policy = {
  id: ids.policy,
  version_id: ids.policyVersion,
  insurer_policy_id: ids.policyNumber,
  ...sale,
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  start_date: '2029-01-01',
  end_date: null,
}

export const offersExample = [{ ...policy, status: 'ready' }]
export const policiesExample = [{ ...policy, status: 'paid' }]

export const paymentsExample = [
  {
    id: ids.payment,
    policy_id: ids.policy,
    product_id: ids.product,
    first_name: 'Hanna',
    last_name: 'Brandt',
    distributor_id: ids.distributor,
    livemode: false,
    provider: 'invoice',
    method: 'invoice',
    status: 'ok',
    amount: 146241,
    currency: 'eur',
    invoice_id: null,
    on_account: false,
    received_on: null,
    created_at: moment,
    received_late_at: null,
    doubts: [],
  },
]

const happened = (
  id: string,
  [sequence, type]: readonly [number, string],
  data: object,
  created_at: string,
) => ({
  id,
  type,
  livemode: false,
  subject_id: ids.policy,
  policy_id: ids.policy,
  version_id: ids.policyVersion,
  sequence,
  data_version: 1,
  data,
  created_at,
  clock_at: null,
})
const offerCreated = happened(
  'evt_01b0acc58e20f0013c788dfafea8',
  [1, 'offer.created'],
  { status: 'ready', version_id: ids.policyVersion },
  moment,
)
const cancellationRequested = happened(
  'evt_01b0acc6ef402296fd9a5fa3f762',
  [4, 'policy.cancellation_requested'],
  { version_id: ids.cancelledVersion },
  later,
)

export const eventsExample = [cancellationRequested, offerCreated]

/** Of a policy whose cancellation is still in progress. */
export const policyHistoryExample = {
  policy_id: ids.policy,
  versions: [
    {
      id: ids.policyVersion,
      kind: 'offer',
      state: 'active',
      details: {},
      told: 'sold from 1 January 2029 on; €1,462.41 charged',
      created_at: moment,
    },
    {
      id: ids.cancelledVersion,
      kind: 'cancellation',
      state: 'processing',
      details: {
        reason: 'The customer gave up the business.',
        cancelled_by: 'distributor',
        termination_date: '2029-06-30',
      },
      told: null,
      created_at: later,
    },
  ],
  payments: paymentsExample,
  documents: [],
  events: [
    offerCreated,
    {
      ...happened(
        'evt_01b0acc58e2096973bacc95a8593',
        [3, 'payment.ok'],
        { amount: 146241, currency: 'eur', provider: 'invoice', policy_id: ids.policy },
        moment,
      ),
      subject_id: ids.payment,
    },
    happened(
      'evt_01b0acc58e2041649fd9a5fa3f76',
      [2, 'policy.issued'],
      { status: 'paid', version_id: ids.policyVersion },
      moment,
    ),
    cancellationRequested,
  ],
}

export const auditExample = [
  {
    id: 'aud_01b0acc58e2035f6d162f3bf11f8',
    key_id: accountIds.insurersKey,
    action: 'distributor.created',
    subject_id: accountIds.newDistributor,
    before: null,
    after: distributorOrderExample,
    created_at: moment,
  },
]
