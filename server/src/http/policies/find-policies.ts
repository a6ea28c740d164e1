import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timesOf } from '../../deadlines/index.ts'
import { type PolicyStatus, searchPolicies } from '../../policies/index.ts'
import type { Caller } from '../../identity/index.ts'
import { callerOf } from '../access/access.ts'
import type { HttpDeps } from '../deps.ts'
import { policyStatuses, type policySummarySchema, viewPolicySummary } from './policy-summary.ts'
import { addPageLinks, readPage } from '../query/page.ts'
import {
  customerFilters,
  filter,
  given,
  readCustomerFilters,
  readSaleFilters,
  readStatus,
  saleFilters,
  scopeOf,
} from '../query/sale-filters.ts'

export const policyFilters = {
  ...saleFilters,
  ...customerFilters,
  status: filter(`One of ${policyStatuses.join(', ')}.`),
}
const policyQuery = Type.Object(policyFilters)

/** Offers and policies are searched alike, and listed apart. */
export async function findPolicies(
  kind: 'offers' | 'policies',
  request: FastifyRequest<{ Querystring: Static<typeof policyQuery> }>,
  reply: FastifyReply,
  { db, clock, publicUrl }: HttpDeps,
): Promise<Static<typeof policySummarySchema>[]> {
  const { query } = request
  const caller = callerOf(request)
  const page = readPage(query)
  const filters = {
    ...(await readPolicyFilters(db, caller, query)),
    ...scopeOf(caller),
    kind,
  }
  const found = await searchPolicies(db, filters, page, clock())
  addPageLinks(request, reply, page, found, publicUrl)
  const timeFor = await timesOf(db, clock, found.rows)
  return found.rows.map((row) => viewPolicySummary(row, timeFor(row)))
}

/** What a query asks for, in words of the search. */
export async function readPolicyFilters(
  db: HttpDeps['db'],
  caller: Caller,
  query: Static<typeof policyQuery>,
) {
  return {
    ...(await readSaleFilters(db, caller, query)),
    ...readCustomerFilters(caller, query),
    id: given(query.id),
    status: readStatus<PolicyStatus>(query.status, policyStatuses),
  }
}
