import { type PolicyStatus, searchPolicies } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { managementErrors, searchErrors, unknownStatus } from './errors.ts'
import { offersExample, policiesExample } from './examples/sales.ts'
import { addPageLinks, pageOf, readPage } from './page.ts'
import {
  customerFilters,
  filter,
  given,
  readCustomerFilters,
  readSaleFilters,
  readStatus,
  saleFilters,
  scopeOf,
  searchSchema,
} from './sale-filters.ts'
import { policyStatuses, policySummarySchema, viewPolicySummary } from './summaries.ts'

const policyFilters = {
  ...saleFilters,
  ...customerFilters,
  status: filter(`One of ${policyStatuses.join(', ')}.`),
}

const lists = [
  {
    kind: 'offers',
    operationId: 'searchOffers',
    summary: 'Search offers that were never paid',
    page: pageOf(policySummarySchema, 'A page of offers.', offersExample),
  },
  {
    kind: 'policies',
    operationId: 'searchPolicies',
    summary: 'Search policies',
    page: pageOf(policySummarySchema, 'A page of policies.', policiesExample),
  },
] as const

/** Offers and policies are searched alike, and listed apart. */
export function addSearchPolicies(app: App, deps: HttpDeps): void {
  for (const { kind, operationId, summary, page: answer } of lists) {
    app.get(
      `/manage/${kind}`,
      {
        config: { access: 'manage' },
        schema: {
          ...searchSchema(operationId, summary, policyFilters),
          response: {
            200: answer,
            ...managementErrors(...searchErrors, unknownStatus(policyStatuses)),
          },
        },
      },
      async (request, reply) => {
        const { query } = request
        const page = readPage(query)
        const filters = {
          ...(await readSaleFilters(deps.db, callerOf(request), query)),
          ...readCustomerFilters(query),
          ...scopeOf(callerOf(request)),
          kind,
          id: given(query.id),
          status: readStatus<PolicyStatus>(query.status, policyStatuses),
        }
        const found = await searchPolicies(deps.db, filters, page)
        addPageLinks(request, reply, page, found, deps.publicUrl)
        return found.rows.map((row) => viewPolicySummary(row, deps.clock()))
      },
    )
  }
}
