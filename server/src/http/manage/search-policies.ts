import type { App, HttpDeps } from '../deps.ts'
import { policiesExample } from './examples/sales.ts'
import { pageOf } from './query/page.ts'
import { searchSchema, searchErrors, unknownStatus } from './query/sale-filters.ts'
import { findPolicies, policyFilters } from './query/find-policies.ts'
import { policyStatuses, policySummarySchema } from './wire/summaries.ts'

export function addSearchPolicies(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies',
    {
      config: { access: 'manage', refuses: [...searchErrors, unknownStatus(policyStatuses)] },
      schema: {
        ...searchSchema('searchPolicies', 'Search policies', policyFilters),
        response: {
          200: pageOf(policySummarySchema, 'A page of policies.', policiesExample),
        },
      },
    },
    async (request, reply) => findPolicies('policies', request, reply, deps),
  )
}
