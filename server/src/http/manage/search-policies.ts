import type { App, HttpDeps } from '../deps.ts'
import { managementErrors, searchErrors, unknownStatus } from './errors.ts'
import { policiesExample } from './examples/sales.ts'
import { pageOf } from './query/page.ts'
import { searchSchema } from './query/sale-filters.ts'
import { findPolicies, policyFilters } from './query/find-policies.ts'
import { policyStatuses, policySummarySchema } from './wire/summaries.ts'

export function addSearchPolicies(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies',
    {
      config: { access: 'manage' },
      schema: {
        ...searchSchema('searchPolicies', 'Search policies', policyFilters),
        response: {
          200: pageOf(policySummarySchema, 'A page of policies.', policiesExample),
          ...managementErrors(...searchErrors, unknownStatus(policyStatuses)),
        },
      },
    },
    async (request, reply) => findPolicies('policies', request, reply, deps),
  )
}
