import { ids, moment } from '../wire/example-ids.ts'
import { paymentsExample } from '../payments/examples.ts'
import { later, happened, offerCreated, cancellationRequested } from '../events/examples.ts'
import { saleSummaryExample } from '../wire/sale-summary.ts'

export const policySummaryExample = {
  id: ids.policy,
  version_id: ids.policyVersion,
  insurer_policy_id: ids.policyNumber,
  ...saleSummaryExample,
  first_name: 'Hanna',
  last_name: 'Brandt',
  email: 'hanna.brandt@example.com',
  customer_id: ids.customer,
  start_date: '2029-01-01',
  end_date: null,
  cancellation_kind: null,
  cancellation_reason_code: null,
}

export const policiesExample = [{ ...policySummaryExample, status: 'paid' }]

/** Of a policy whose cancellation is still in progress. */
export const policyHistoryExample = {
  policy_id: ids.policy,
  versions: [
    {
      id: ids.policyVersion,
      kind: 'offer',
      state: 'active',
      details: {},
      summary: 'sold from 1 January 2029 on; €1,462.41 charged',
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
      summary: null,
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
