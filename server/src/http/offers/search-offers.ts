import type { App, HttpDeps } from '../deps.ts'
import { offersExample } from './examples.ts'
import { pageOf } from '../query/page.ts'
import { searchSchema, customerSearchErrors, unknownStatus } from '../query/sale-filters.ts'
import { findPolicies, policyFilters } from '../policies/find-policies.ts'
import { policyStatuses, policySummarySchema } from '../policies/policy-summary.ts'

export function addSearchOffers(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/offers',
    {
      config: {
        access: 'manage',
        refuses: [...customerSearchErrors, unknownStatus(policyStatuses)],
      },
      schema: {
        ...searchSchema('searchOffers', 'Search unpaid offers', policyFilters),
        response: {
          200: pageOf(policySummarySchema, 'A page of offers.', offersExample),
        },
      },
    },
    async (request, reply) => findPolicies('offers', request, reply, deps),
  )
}
