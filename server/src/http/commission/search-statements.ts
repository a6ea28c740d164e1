import { readMonth } from '../../accounting/index.ts'
import { type StatementState, searchStatements, statementStates } from '../../commission/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { wrongParameter } from '../query/reasons.ts'
import { filter, given } from '../query/sale-filters.ts'
import { Type } from '../wire/type.ts'
import { commissionOf, commissionStatementSchema, viewStatement } from './commission.ts'
import { commissionStatementExample } from './examples.ts'

const aMonth = 'a month such as 2028-10'
const aState = `one of ${statementStates.join(', ')}`

export function addSearchCommissionStatements(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/commission_statements',
    {
      config: {
        access: 'shared',
        refuses: [
          ...pageErrors,
          wrongParameter.listed({
            label: 'not_a_month',
            when: 'The month is not a month such as `2028-10`.',
            example: ['month', aMonth],
          }),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', aState],
          }),
        ],
      },
      schema: {
        operationId: 'searchCommissionStatements',
        summary: 'Search commission statements',
        description:
          'All statements for an insurer, its own for a distributor. Newest first. The header ' +
          '`Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          distributor_id: filter('Of this distributor.'),
          month: filter('Of this month, for example `2028-10`.'),
          state: filter(`One of ${statementStates.join(', ')}.`),
          ...pageParameters,
        }),
        response: {
          200: pageOf(commissionStatementSchema, 'A page of statements.', [
            commissionStatementExample,
          ]),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const wanted = {
        ...commissionOf(callerOf(request)),
        distributorId: given(query.distributor_id),
        month: monthOf(given(query.month)),
        state: stateNamed(given(query.state)),
      }
      const found = await searchStatements(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewStatement)
    },
  )
}

function monthOf(text: string | null): Temporal.PlainDate | null {
  if (text === null) return null
  const month = readMonth(text)
  if (month === null) throw wrongParameter('month', aMonth)
  return month
}

function stateNamed(text: string | null): StatementState | null {
  if (text === null) return null
  const state = statementStates.find((one) => one === text)
  if (state === undefined) throw wrongParameter('state', aState)
  return state
}
