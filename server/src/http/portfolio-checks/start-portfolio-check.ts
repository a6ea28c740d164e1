import { checkSubjects, startPortfolioCheck } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { startedPortfolioCheckExample } from './examples.ts'
import {
  portfolioCheckSchema,
  portfolioCheckParameters,
  viewPortfolioCheck,
} from './portfolio-check.ts'

export function addStartPortfolioCheck(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/portfolio_checks',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('There is no such check.', {
            code: 'invalid_value',
            field: 'subject',
            rules: ['in'],
            params: { in: [...checkSubjects] },
          }),
        ],
      },
      schema: {
        operationId: 'startPortfolioCheck',
        summary: 'Check the whole book',
        description:
          "Starts jobs that look at every policy of the key's mode. For `prices`, which is what is " +
          'checked unless another `subject` is given, each is priced again, from its revision and its ' +
          'answers. For `money`, all that is posted of it is compared: charges with the price of ' +
          'their period, lines with invoices, balances with postings, these with payments and ' +
          'refunds, and its row with its active version. While one check is running, another of ' +
          'the same is not started: its report is answered.',
        tags: ['Management'],
        querystring: portfolioCheckParameters,
        response: {
          202: exampled(
            named(portfolioCheckSchema),
            'The check has begun.',
            startedPortfolioCheckExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const subject = checkSubjects.find((one) => one === request.query.subject) ?? 'prices'
      const replay = replayOf(reply, viewPortfolioCheck, 202)
      return reply
        .code(202)
        .send(
          viewPortfolioCheck(
            await startPortfolioCheck(deps, { caller: callerOf(request), subject }, replay),
          ),
        )
    },
  )
}
