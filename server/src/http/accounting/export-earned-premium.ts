import { Type } from '../wire/type.ts'
import { earnedPremiumLines } from '../../accounting/index.ts'
import type { BodyPace } from '../../settings/index.ts'
import { callerOf } from '../access/access.ts'
import { sendText } from '../body/send-text.ts'
import type { App, HttpDeps } from '../deps.ts'
import {
  earnedPremiumErrors,
  earnedPremiumFilters,
  readEarnedPremiumFilters,
} from './earned-premium.ts'
import { earnedPremiumRowsExample } from './examples.ts'

export function addExportEarnedPremium(app: App, deps: HttpDeps, pace: BodyPace): void {
  app.get(
    '/manage/earned_premium/export',
    {
      config: { access: 'manage', expensive: 'exports', refuses: earnedPremiumErrors },
      schema: {
        operationId: 'exportEarnedPremium',
        summary: 'Export earned and unearned premium on a day',
        description:
          'Every policy on a line of its own, amounts in minor units, newest policies first. A ' +
          'connection that ends before the last chunk means that the export failed.',
        tags: ['Management'],
        querystring: Type.Object(earnedPremiumFilters),
        response: {
          200: {
            description: 'The rows.',
            content: { 'text/csv': { schema: Type.String(), example: earnedPremiumRowsExample } },
          },
        },
      },
    },
    async (request, reply) => {
      const wanted = await readEarnedPremiumFilters(deps.db, callerOf(request), request.query)
      const file = `earned-premium-${wanted.issuedBy}.csv`
      const lines = earnedPremiumLines(deps.db.reads, wanted)
      return sendText(request, reply, { mediaType: 'text/csv', file }, lines, pace)
    },
  )
}
