import { ids } from '../../wire/example-ids.ts'

export const previewTransactionExample = { cancellation: { termination_date: '2029-06-30' } }

export const transactionPreviewExample = {
  policy_id: ids.policy,
  version_id: ids.policyVersion,
  transaction: 'cancellation',
  effective_date: '2029-07-01',
  termination_date: '2029-06-30',
  cancellation: null,
  timeline: {
    before: [
      { first_day: '2029-01-01', kind: 'cover', gross_payment_amount: 146_241 },
      { first_day: '2029-03-01', kind: 'cover', gross_payment_amount: 146_241 },
    ],
    after: [
      { first_day: '2029-01-01', kind: 'cover', gross_payment_amount: 146_241 },
      { first_day: '2029-03-01', kind: 'cover', gross_payment_amount: 146_241 },
      { first_day: '2029-07-01', kind: 'ended', gross_payment_amount: 146_241 },
    ],
  },
  charges: [
    {
      first_day: '2029-01-01',
      last_day: '2029-12-31',
      amount: -73_721,
      tax: -11_770,
      fee: 0,
      commission: -9_293,
    },
  ],
  invoice: null,
  credit: 0,
  refund: { amount: 73_721, currency: 'eur', method: 'pro_rata' },
  documents: [
    { designation: 'cancellation', name: 'Confirmation of cancellation', language: 'en' },
  ],
  conflicts: [],
  plan_change: null,
  renewal: null,
  preview_token: 'pvt_BGRlbW8JtV3mYc1bq0YxkR2nJw7d5p0Zs8hQeT4uLa6fKvXoGiNcEyB1rD3zMw',
  expires_at: '2028-11-21T09:15:00+00:00',
}
