import { type RenewalState, renewalStates, searchRenewals } from '../../renewals/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { renewalExample } from './examples.ts'
import { renewalSchema } from './renewal.ts'
import { viewRenewal } from './view-renewal.ts'
import { readDays, termDays, termDayErrors } from '../query/term-days.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'

const stateWanted = `one of ${renewalStates.join(', ')}`

export function addSearchRenewals(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/renewals',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          ...termDayErrors,
          tooLongParameter('state', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchRenewals', 'Search renewals', {
          state: filter(
            `One of ${renewalStates.join(', ')}; all except scheduled ones by default.`,
          ),
          ...termDays,
          ...pageParameters,
        }),
        response: { 200: pageOf(renewalSchema, 'A page of renewals.', [renewalExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const wanted = {
        ...scopeOf(callerOf(request)),
        state: readState(given(query.state)),
        ...readDays(query),
      }
      const found = await searchRenewals(deps.db, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows
        .map((row) => viewRenewal(row, null, deps.links))
        .filter(({ state }) => wanted.state === null || state === wanted.state)
    },
  )
}

function readState(text: string | null): RenewalState | null {
  if (text === null) return null
  const state = renewalStates.find((one) => one === text)
  if (state === undefined) throw wrongParameter('state', stateWanted)
  return state
}
