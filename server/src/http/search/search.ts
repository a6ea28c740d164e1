import { searchEverything } from '../../search/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { linksFrom } from '../links.ts'
import { isMaskedFor } from '../masks/mask-answers.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given } from '../query/sale-filters.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { searchResultsSchema, viewFound } from './found.ts'

const lengthMin = 2
const textWanted = `a text of ${lengthMin} to ${filterLengthMax} characters`
const limitDefault = 10
const limitMax = 50
const limitWanted = `a whole number from 1 to ${limitMax}`

export function addSearch(app: App, deps: HttpDeps): void {
  const links = linksFrom(deps.publicUrl)
  app.get(
    '/manage/search',
    {
      config: {
        access: 'manage',
        refuses: [
          tooLongParameter('q', filterLengthMax),
          wrongParameter.listed({
            label: 'too_short',
            when: '`q` is missing or too short.',
            example: ['q', textWanted],
          }),
          wrongParameter.listed({
            label: 'limit',
            when: '`limit` is out of range.',
            example: ['limit', limitWanted],
          }),
        ],
      },
      schema: {
        operationId: 'searchEverything',
        summary: 'Search everything',
        description:
          'What a text names: a policy number, an e-mail address or the beginning of either, an ' +
          'invoice number, a last name or its beginning with the first name before it or behind ' +
          'it, or the id of a policy, offer, customer, invoice, payment or quote. It is as fast over a ' +
          'million policies as over ten, and needs the permission `policies.read`; what needs ' +
          'another one is left out, and `not_searched` says so. Names and e-mail addresses are ' +
          'not searched for callers without `personal_data.read`.',
        tags: ['Management'],
        querystring: Type.Object({
          q: filter(`What was typed: ${textWanted}.`),
          limit: Type.Optional(
            Type.String({
              description: `At most so many results, 1 to ${limitMax}; ${limitDefault} by default.`,
            }),
          ),
        }),
        response: { 200: named(searchResultsSchema) },
      },
    },
    async (request) => {
      const { query } = request
      const caller = callerOf(request)
      const typed = given(query.q)?.trim() ?? ''
      if (typed.length < lengthMin) throw wrongParameter('q', textWanted)
      const limit = query.limit === undefined ? limitDefault : Number(query.limit)
      if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
        throw wrongParameter('limit', limitWanted)
      }
      const seesPersonalData = !isMaskedFor(caller)
      const wanted = { typed, limit, seesPersonalData }
      const { found, notSearched } = await searchEverything(deps, caller, wanted)
      return {
        results: found.map((one) => viewFound(one, links)),
        not_searched: notSearched.map((one) => ({ ...one })),
      }
    },
  )
}
