import { Type } from '../wire/type.ts'
import { searchEarnedPremium } from '../../accounting/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import {
  earnedPremiumErrors,
  earnedPremiumFilters,
  earnedPremiumSchema,
  readEarnedPremiumFilters,
  viewEarnedPremium,
} from './earned-premium.ts'
import { earnedPremiumExample } from './examples.ts'

export function addSearchEarnedPremium(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/earned_premium',
    {
      config: { access: 'manage', refuses: [...earnedPremiumErrors, ...pageErrors] },
      schema: {
        operationId: 'searchEarnedPremium',
        summary: 'Earned and unearned premium on a day',
        description:
          'The premium of each policy that was issued by that day: what was charged, and what of ' +
          'it is earned. As it was known at the end of the day: later changes are left out. ' +
          'The sum of `written` is the account `premium` on that day. Newest policies first; ' +
          'page with the id of the policy. The header `Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({ ...earnedPremiumFilters, ...pageParameters }),
        response: {
          200: pageOf(earnedPremiumSchema, 'A page of policies.', [earnedPremiumExample]),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const wanted = await readEarnedPremiumFilters(deps.db, callerOf(request), request.query)
      const found = await searchEarnedPremium(deps.db.reads, wanted, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewEarnedPremium)
    },
  )
}
