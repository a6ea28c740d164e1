import { postStates, searchPostLetters } from '../../post/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'
import { filter, given, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { letterExample } from './examples.ts'
import { letterSchema, viewerOfLetters } from './letter.ts'

const stateWanted = `one of ${postStates.join(', ')}`

export function addSearchLetters(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/letters',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('state', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchLetters', 'Search letters for the post', {
          state: filter(`One of ${postStates.join(', ')}. Those that wait are the next batch.`),
          policy_id: filter('About this policy.'),
          ...pageParameters,
        }),
        response: { 200: pageOf(letterSchema, 'A page of letters.', [letterExample]) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const wanted = given(query.state)
      const state = postStates.find((one) => one === wanted) ?? null
      if (wanted !== null && state === null) throw wrongParameter('state', stateWanted)
      const search = { ...scopeOf(callerOf(request)), state, policyId: given(query.policy_id) }
      const found = await searchPostLetters(deps.db, search, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewerOfLetters(request))
    },
  )
}
