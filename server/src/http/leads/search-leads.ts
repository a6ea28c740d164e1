import { searchLeads } from '../../leads/index.ts'
import { selectPoliciesOfLeads } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { leadExample } from './examples.ts'
import { leadSchema, viewLead } from './lead.ts'
import { addPageLinks, pageOf, readPage } from '../query/page.ts'
import {
  given,
  readSaleFilters,
  saleFilters,
  scopeOf,
  searchErrors,
  searchSchema,
} from '../query/sale-filters.ts'

export function addSearchLeads(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/leads',
    {
      config: { access: 'manage', refuses: searchErrors },
      schema: {
        ...searchSchema('searchLeads', 'Search leads', saleFilters),
        response: { 200: pageOf(leadSchema, 'A page of leads.', [leadExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const filters = {
        ...(await readSaleFilters(deps.db, callerOf(request), query)),
        ...scopeOf(callerOf(request)),
        id: given(query.id),
      }
      const found = await searchLeads(deps, filters, page)
      const sold = await selectPoliciesOfLeads(deps.db, found.rows)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map((lead) => viewLead(lead, sold.get(lead.id) ?? null, deps.links))
    },
  )
}
