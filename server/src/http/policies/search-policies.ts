import type { App, HttpDeps } from '../deps.ts'
import { policiesExample } from './summary-examples.ts'
import { pageOf } from '../query/page.ts'
import { searchSchema, customerSearchErrors, unknownStatus } from '../query/sale-filters.ts'
import { findPolicies, policyFilters } from './find-policies.ts'
import { policyStatuses, policySummarySchema } from './policy-summary.ts'

export function addSearchPolicies(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies',
    {
      config: {
        access: 'manage',
        refuses: [...customerSearchErrors, unknownStatus(policyStatuses)],
      },
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
