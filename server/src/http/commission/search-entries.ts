import {
  entriesOf,
  findStatement,
  searchEntries,
  statementNotFound,
} from '../../commission/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given } from '../query/sale-filters.ts'
import { readDays, termDayErrors } from '../query/term-days.ts'
import { Type } from '../wire/type.ts'
import { commissionEntrySchema, commissionOf, viewEntry } from './commission.ts'
import { commissionEntryExample } from './examples.ts'

export function addSearchCommissionEntries(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/commission_entries',
    {
      config: {
        access: 'shared',
        refuses: [...pageErrors, ...termDayErrors, statementNotFound],
      },
      schema: {
        operationId: 'searchCommissionEntries',
        summary: 'Search commission entries',
        description:
          'Commission as it is earned and taken back, also before there is a statement: of all ' +
          'distributors for an insurer, of its own sales for a distributor. Newest first. The ' +
          'header `Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          statement_id: filter('Of this statement.'),
          policy_id: filter('Of this policy.'),
          distributor_id: filter('Of this distributor.'),
          from: filter('Booked on this day or later.'),
          to: filter('Booked on this day or earlier.'),
          ...pageParameters,
        }),
        response: {
          200: pageOf(commissionEntrySchema, 'A page of entries.', [commissionEntryExample]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const { from, until: to } = readDays(query)
      const asked = {
        ...commissionOf(caller),
        distributorId: given(query.distributor_id),
        policyId: given(query.policy_id),
        currency: null,
        from,
        to,
      }
      const statementId = given(query.statement_id)
      const wanted =
        statementId === null
          ? asked
          : {
              ...asked,
              ...(await entriesOf(deps.db, await findStatement(deps.db, caller, statementId))),
            }
      const found = await searchEntries(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewEntry)
    },
  )
}
