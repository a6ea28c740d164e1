import { ids, moment } from '../../wire/example-ids.ts'

const deductible = {
  field: 'deductible',
  labels: { en: 'Deductible', de: 'Selbstbehalt' },
  before: 500_000,
  after: 1_000_000,
}

/** Of a policy whose deductible is endorsed from the third month on. */
export const policyTimelineExample = {
  policy_id: ids.policy,
  currency: 'eur',
  known_at: moment,
  version_id: ids.policyVersion,
  terms: [
    {
      first_day: '2029-01-01',
      last_day: '2029-12-31',
      subscription_plan_id: ids.plan,
      frequency: 'year',
    },
  ],
  segments: [
    {
      first_day: '2029-01-01',
      last_day: '2029-02-28',
      kind: 'cover',
      gross_payment_amount: 146_241,
    },
    { first_day: '2029-03-01', last_day: null, kind: 'cover', gross_payment_amount: 129_623 },
  ],
  ends_on: null,
  next_instalment: null,
  versions: [
    {
      id: ids.policyVersion,
      number: 1,
      kind: 'offer',
      state: 'superseded',
      based_on: null,
      effective_date: '2029-01-01',
      created_at: moment,
      summary: 'sold from 1 January 2029 on; €1,462.41 charged',
      charged: 146_241,
      replaced: [],
    },
    {
      id: ids.policyVersion,
      number: 2,
      kind: 'endorsement',
      state: 'active',
      based_on: ids.policyVersion,
      effective_date: '2029-03-01',
      created_at: moment,
      summary: 'deductible from 500,000 to 1,000,000 from 1 March 2029; €139.32 credited',
      charged: -13_932,
      replaced: [deductible],
    },
  ],
}

export const versionComparisonExample = {
  policy_id: ids.policy,
  currency: 'eur',
  before: { id: ids.policyVersion, number: 1, effective_date: '2029-01-01' },
  after: { id: ids.policyVersion, number: 2, effective_date: '2029-03-01' },
  days: [
    {
      first_day: '2029-03-01',
      last_day: null,
      before: { kind: 'cover', gross_payment_amount: 146_241 },
      after: { kind: 'cover', gross_payment_amount: 129_623 },
      replaced: [deductible],
    },
  ],
  periods: [
    {
      first_day: '2029-01-01',
      last_day: '2029-12-31',
      before: { gross_payment_amount: 146_241, tax: 23_349, fee: 0, commission: 18_434 },
      after: { gross_payment_amount: 132_309, tax: 21_125, fee: 0, commission: 16_678 },
      difference: { gross_payment_amount: -13_932, tax: -2_224, fee: 0, commission: -1_756 },
    },
  ],
  total: { gross_payment_amount: -13_932, tax: -2_224, fee: 0, commission: -1_756 },
}
