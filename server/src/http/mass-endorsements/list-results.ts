import {
  findMassEndorsement,
  massEndorsementNotFound,
  massOutcomes,
  selectResults,
} from '../../mass-endorsements/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { pageOf } from '../query/page.ts'
import { wrongParameter } from '../query/reasons.ts'
import { filter } from '../query/sale-filters.ts'
import { Type } from '../wire/type.ts'
import { massResultExample } from './examples.ts'
import { massEndorsementParams, massResultSchema, viewMassResult } from './mass-endorsement.ts'

const limitDefault = 100
const limitMax = 1_000
const limitWanted = `a whole number from 1 to ${limitMax}`

export const outcomeFilter = filter(`With this outcome: ${massOutcomes.join(', ')}.`)
export const unknownOutcome = wrongParameter.listed({
  label: 'unknown_outcome',
  when: 'There is no such outcome.',
  example: ['outcome', `one of ${massOutcomes.join(', ')}`],
})

export function addListMassEndorsementResults(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/mass_endorsements/:massEndorsementId/results',
    {
      config: {
        access: 'manage',
        refuses: [
          massEndorsementNotFound,
          unknownOutcome,
          wrongParameter.listed({
            label: 'limit',
            when: '`limit` is out of range.',
            example: ['limit', limitWanted],
          }),
        ],
      },
      schema: {
        operationId: 'listMassEndorsementResults',
        summary: 'List the results of a mass endorsement',
        description:
          'What became of each policy, oldest policy first. The header `Link` has the next page.',
        tags: ['Management'],
        params: massEndorsementParams,
        querystring: Type.Object({
          outcome: outcomeFilter,
          limit: Type.Optional(
            Type.String({
              description: `Results per page, 1 to ${limitMax}; ${limitDefault} by default.`,
            }),
          ),
          starting_after: Type.Optional(
            Type.String({ description: 'The policy after which the page begins.' }),
          ),
        }),
        response: { 200: pageOf(massResultSchema, 'A page of results.', [massResultExample]) },
      },
    },
    async (request, reply) => {
      const { query, params } = request
      const outcome = readOutcome(query.outcome)
      const limit = query.limit === undefined ? limitDefault : Number(query.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
        throw wrongParameter('limit', limitWanted)
      }
      const { id } = await findMassEndorsement(deps.db, callerOf(request), params.massEndorsementId)
      const asked = { massEndorsementId: id, outcome, after: query.starting_after ?? null }
      const found = await selectResults(deps.db, { ...asked, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      if (found.length > limit && last !== undefined) {
        const url = new URL(request.url, deps.publicUrl)
        url.searchParams.set('starting_after', last.policyId)
        reply.header('link', `<${deps.publicUrl}${url.pathname}${url.search}>; rel="next"`)
      }
      return page.map(viewMassResult)
    },
  )
}

export function readOutcome(text: string | undefined) {
  if (text === undefined || text === '') return null
  const outcome = massOutcomes.find((one) => one === text)
  if (outcome === undefined) {
    throw wrongParameter('outcome', `one of ${massOutcomes.join(', ')}`)
  }
  return outcome
}
