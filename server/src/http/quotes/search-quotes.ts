import { searchQuotes } from '../../quotes/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { quotesExample } from './examples.ts'
import { addPageLinks, pageOf, readPage } from '../query/page.ts'
import {
  given,
  readSaleFilters,
  saleFilters,
  scopeOf,
  searchSchema,
  searchErrors,
} from '../query/sale-filters.ts'
import { quoteSummarySchema, viewQuoteSummary } from './quote-summary.ts'

export function addSearchQuotes(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/quotes',
    {
      config: { access: 'manage', refuses: searchErrors },
      schema: {
        ...searchSchema('searchQuotes', 'Search quotes', saleFilters),
        response: {
          200: pageOf(quoteSummarySchema, 'A page of quotes.', quotesExample),
        },
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
      const found = await searchQuotes(deps.db, filters, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewQuoteSummary)
    },
  )
}
