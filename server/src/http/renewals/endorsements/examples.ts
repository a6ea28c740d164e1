import { allAllowed, ids, moment } from '../../wire/example-ids.ts'

export const endorseNextTermExample = { answers: { deductible: 1_000_000 } }

export const nextTermEndorsementExample = {
  id: ids.nextTermEndorsement,
  policy_id: ids.policy,
  product_version_id: ids.productVersion,
  integration_id: ids.integration,
  state: 'pending',
  effective_date: '2030-01-01',
  ...endorseNextTermExample,
  data: {},
  recorded_by: ids.insurer,
  recorded_at: moment,
  ended_at: null,
  void_reason: null,
  allowed: allAllowed('revoke'),
}

export const nextTermEndorsementsExample = {
  policy_id: ids.policy,
  endorsements: [nextTermEndorsementExample],
  allowed: allAllowed('record'),
}
