import { ids, moment } from '../wire/example-ids.ts'

export const portfolioCheckIds = { check: ids.portfolioCheck }

export const startedPortfolioCheckExample = {
  id: portfolioCheckIds.check,
  subject: 'prices',
  status: 'running',
  policies_checked: 0,
  policies_same: 0,
  policies_different: 0,
  policies_from_rater: 0,
  differences: [],
  faults: [],
  last_policy_id: null,
  created_at: moment,
  finished_at: null,
}

export const portfolioCheckExample = {
  ...startedPortfolioCheckExample,
  status: 'done',
  policies_checked: 1,
  policies_same: 1,
  last_policy_id: ids.policy,
  finished_at: moment,
}
