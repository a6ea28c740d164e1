import { ids, moment } from '../wire/example-ids.ts'

export const createMassEndorsementExample = {
  product_id: 'cyber',
  kind: 'tax_rate',
  effective_date: '2029-01-01',
  tax_rate: { from: '19', to: '21' },
  reason: 'The insurance tax rises to 21 percent.',
}

export const createIndexationExample = {
  product_id: 'cyber',
  kind: 'indexation',
  effective_date: '2029-01-01',
  indexation: { answer: 'insured_sum', percent: '3.2' },
  reason: 'The index of prices rose by 3.2 percent.',
}

export const massResultExample = {
  policy_id: ids.policy,
  outcome: 'skipped',
  code: 'nothing_due',
  version_id: null,
  next_term_endorsement_id: null,
  price: null,
}

const previewed = {
  policies: 1,
  applied: 0,
  waiting: 0,
  skipped: { nothing_due: 1 },
  failed: {},
  money: [],
  percents: {},
  results: [massResultExample],
}

export const draftExample = {
  id: ids.massEndorsement,
  status: 'draft',
  product_id: ids.product,
  kind: 'tax_rate',
  effective_date: '2029-01-01',
  tax_rate: { from: '19', to: '21' },
  indexation: null,
  task: null,
  filter: {
    policy_ids: null,
    product_version_id: null,
    distributor_id: null,
    subscription_plan_id: null,
    situations: ['in_force', 'ending'],
  },
  reason: 'The insurance tax rises to 21 percent.',
  preview: null,
  result: null,
  created_at: moment,
  started_at: null,
  finished_at: null,
}

const nothing = { ...previewed, policies: 0, skipped: {}, results: [] }

export const previewingExample = { ...draftExample, status: 'previewing', preview: nothing }
export const previewedExample = { ...draftExample, status: 'previewed', preview: previewed }
export const runningExample = {
  ...previewedExample,
  status: 'running',
  result: nothing,
  started_at: moment,
}
export const stoppedExample = { ...runningExample, status: 'stopped' }
export const massResultsCsvExample =
  'policy_id,outcome,code,version_id,next_term_endorsement_id,first_day,currency,payment_before,payment_after,tax_before,tax_after,payments\n' +
  `${ids.policy},skipped,nothing_due,,,,,,,,,\n`
