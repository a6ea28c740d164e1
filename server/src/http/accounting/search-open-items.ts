import { Type } from '../wire/type.ts'
import { searchOpenItems, selectNumbers } from '../../ledger/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { openItemExample } from './examples.ts'
import {
  openItemErrors,
  openItemFilters,
  openItemSchema,
  readOpenItemFilters,
  viewOpenItem,
} from './open-items.ts'

export function addSearchOpenItems(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/open_items',
    {
      config: { access: 'manage', refuses: [...openItemErrors, ...pageErrors] },
      schema: {
        operationId: 'searchOpenItems',
        summary: 'Open items on a day',
        description:
          'The invoices that policyholders had not paid by the end of that day, with what was ' +
          'open then and their age. Newest first; page with the id of the invoice. The header ' +
          '`Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({ ...openItemFilters, ...pageParameters }),
        response: { 200: pageOf(openItemSchema, 'A page of open items.', [openItemExample]) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const wanted = await readOpenItemFilters(deps.db, callerOf(request), request.query)
      const found = await searchOpenItems(deps.db.reads, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const ids = found.rows.map(({ id }) => id)
      const policyIds = found.rows.map(({ policyId }) => policyId)
      const [numbers, holders] = await Promise.all([
        selectNumbers(deps.db, ids),
        selectPolicyholders(deps.db, policyIds, deps.clock()),
      ])
      return found.rows.map((item) =>
        viewOpenItem(item, numbers.get(item.id), holders.get(item.policyId)),
      )
    },
  )
}
