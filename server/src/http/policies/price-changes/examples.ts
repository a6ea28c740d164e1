import { ids } from '../../wire/example-ids.ts'

const side = { cover: 'cover', renewal: null, product_version_id: ids.productVersion }

export const priceChangeExample = {
  policy_id: ids.policy,
  insurer_policy_id: ids.policyNumber,
  currency: 'eur',
  effective_date: '2029-03-01',
  before: {
    version_id: ids.policyVersion,
    ...side,
    gross_payment_amount: 146_241,
    quote_id: ids.quote,
  },
  after: {
    version_id: ids.policyVersion,
    ...side,
    gross_payment_amount: 129_623,
    quote_id: ids.quote,
  },
  difference: -16_618,
  summary: 'The price falls from €1,462.41 to €1,296.23 on 1 March 2029: -€166.18.',
  shares: [
    {
      cause: 'answer',
      place: 'deductible',
      before: 500_000,
      after: 1_000_000,
      amount: -16_618,
      summary: 'Deductible from €5,000.00 to €10,000.00',
    },
  ],
  outputs: [
    {
      output: 'premium_tax',
      labels: { en: 'Insurance tax', de: 'Versicherungsteuer' },
      before: 23_349,
      after: 20_696,
    },
    {
      output: 'third_party_premium',
      labels: { en: 'Of this, third-party damage', de: 'Davon Drittschäden' },
      before: 24_578,
      after: 21_785,
    },
    {
      output: 'industry',
      labels: { en: 'Industry', de: 'Branche' },
      before: 'other',
      after: 'other',
    },
  ],
}
