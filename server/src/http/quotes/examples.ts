import { ids, moment } from '../wire/example-ids.ts'
import { saleSummaryExample } from '../wire/sale-summary.ts'

const answers = {
  employee_number: 12,
  yearly_turnover: 185000000,
  company_backup: 'weekly',
  encryption: true,
  deductible: 500000,
  insured_sum: 50000000,
  online_revenue_percentage: '26_50',
  policy_start_date: '2029-01-01',
  third_party_coverage: true,
}

export const quoteRequestExample = {
  item_id: ids.item,
  subscription_plan_id: ids.plan,
  integration_id: ids.integration,
  data: answers,
}

export const quoteExample = {
  token: ids.quoteToken,
  gross_payment_amount: 146241,
  currency: 'eur',
  billing_period: 'year',
  billing_cycles: 1,
  expires_at: '2028-12-20T09:15:00+00:00',
  cover: { start_date: '2029-01-01', end_date: null },
  extra_data: {
    gross_premium: 146241,
    premium_tax: 23349,
    net_premium: 122892,
    tax_rate: 0.19,
    industry: 'other',
    third_party_premium: 24578,
  },
  public_outputs: [
    {
      output: 'premium_tax',
      labels: { en: 'Insurance tax', de: 'Versicherungsteuer' },
      value: 23349,
    },
    {
      output: 'third_party_premium',
      labels: { en: 'Of this, third-party damage', de: 'Davon Drittschäden' },
      value: 24578,
    },
    { output: 'industry', labels: { en: 'Industry', de: 'Branche' }, value: 'other' },
  ],
}

export const quoteOfPolicyExample = {
  version: 2,
  customer_input: answers,
  subscription_plan_id: ids.plan,
  gross_payment_amount: 146241,
  payment_data: {
    gross_premium: 146241,
    premium_tax: 23349,
    net_premium: 122892,
    net_net_premium: 104458,
    net_commission_total: 18434,
    tax_rate: 0.19,
  },
  data: {
    total_gross_premium: 146241,
    total_premium_tax: 23349,
    total_net_premium: 122892,
    start_date: '2029-01-01',
  },
  duration_strategy: 'fixed_start',
  duration_data: { policy_start_date: '2028-12-31T23:00:00+00:00' },
  billing_cycles: 1,
  issue_date: moment,
  livemode: false,
  pricing_logic_id: ids.pricingLogic,
  pricing_logic_revision_id: ids.pricingRevision,
  insurer_private_data: [],
  integration_id: ids.integration,
  integration_version_id: ids.integrationVersion,
  product_version_id: ids.productVersion,
  item_id: ids.item,
}

export const quotesExample = [
  {
    id: ids.quote,
    ...saleSummaryExample,
    product_version_id: ids.productVersion,
    pricing_logic_revision_id: ids.pricingRevision,
    expires_at: '2028-12-20T09:15:00+00:00',
  },
]
