import { ids, moment } from '../wire/example-ids.ts'

export const impactIds = { impact: ids.impact }

export const askForImpactExample = {
  product_version_id: ids.productVersion,
  scope: { kind: 'in_force' },
  by: [{ field: 'company_backup' }, { field: 'insured_sum', bands: [0, 10_000_000, 50_000_000] }],
}

export const askedImpactExample = {
  id: ids.impact,
  status: 'queued',
  product_id: ids.product,
  product_version_id: ids.productVersion,
  live_version_id: ids.productVersion,
  scope: { kind: 'in_force' },
  day: '2029-06-15',
  currency: 'eur',
  ahead: 0,
  total: null,
  done: 0,
  failure: null,
  result: null,
  created_at: moment,
  started_at: null,
  finished_at: null,
}

export const stoppedImpactExample = {
  ...askedImpactExample,
  status: 'stopped',
  finished_at: moment,
}

const counts = {
  count: 2,
  priced: 1,
  knocked_out: 1,
  refused: 0,
  failed: 0,
  not_sold: 0,
  premium_before: 119_000,
  premium_after: 124_950,
  premium_unpriced: 89_250,
  percent: 5,
}

export const impactSummaryExample = {
  id: ids.impact,
  status: 'done',
  product_id: ids.product,
  product_version_id: ids.productVersion,
  live_version_id: ids.productVersion,
  scope: { kind: 'in_force' },
  day: '2029-06-15',
  total: 2,
  done: 2,
  failure: null,
  counts,
  created_at: moment,
  finished_at: moment,
}

export const impactExample = {
  ...askedImpactExample,
  status: 'done',
  total: 2,
  done: 2,
  result: {
    ...counts,
    risen: 1,
    fallen: 0,
    unchanged: 0,
    from_nothing: 0,
    greatest_rise_percent: 5,
    greatest_fall_percent: 0,
    least_percent: 5,
    most_percent: 5,
    quantiles: [{ share: 50, percent: 5 }],
    histogram: [{ from_percent: 5, count: 1 }],
    rise_most: [
      {
        policy_id: ids.policy,
        name: ids.policyNumber,
        quote_id: ids.quote,
        premium_before: 119_000,
        premium_after: 124_950,
        percent: 5,
      },
    ],
    fall_most: [],
    shares: [
      { cause: 'cell', place: 'Rates!B12', before: 1.1, after: 1.15, premium: 5_950, count: 1 },
    ],
    knocked_out_by: [{ cause: 'sum_too_high', count: 1, example: 'CYB-9QW2RT5Z' }],
    refused_fields: [],
    failed_at: [],
    not_sold_for: [],
    groups: [{ field: 'company_backup', values: [{ value: 'weekly', ...counts }] }],
  },
  started_at: moment,
  finished_at: moment,
}

export const impactRowsExample =
  'policy_id,policy_number,quote_id,item,plan,integration,premium_before,premium_after,difference,percent,outcome,detail\n' +
  `${ids.policy},${ids.policyNumber},${ids.quote},cyber,yearly,webshop,119000,124950,5950,5,priced,\n`
