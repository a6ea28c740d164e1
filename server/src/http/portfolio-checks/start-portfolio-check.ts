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
          invalidMember('`subject` is unknown.', {
            code: 'invalid_value',
            field: 'subject',
            rules: ['in'],
            params: { in: [...checkSubjects] },
          }),
        ],
      },
      schema: {
        operationId: 'startPortfolioCheck',
        summary: 'Check the portfolio',
        description:
          'Checks every policy in the mode of the key, in background jobs. With the ' +
          'subject `prices` (default), each policy is priced again from its pricing ' +
          'revision and answers. With `money`, all postings are compared: charges with the ' +
          'price of their period, lines with invoices, balances with postings, these with ' +
          'payments and refunds, and the policy with its active version. While a check ' +
          'runs, another one of the same subject is not started: the response is the ' +
          'running check.',
        tags: ['Management'],
        querystring: portfolioCheckParameters,
        response: {
          202: exampled(
            named(portfolioCheckSchema),
            'The check is running.',
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
