import { startBookCheck } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { startedBookCheckExample } from './examples/book-checks.ts'
import { bookCheckSchema, viewBookCheck } from './wire/book-check.ts'

export function addStartBookCheck(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/book_checks',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'startBookCheck',
        summary: 'Price the whole book again',
        description:
          "Starts jobs that price every policy of the key's mode again, from its revision and its " +
          'answers. While one check is running, another is not started: its report is answered.',
        tags: ['Management'],
        response: {
          202: exampled(named(bookCheckSchema), 'The check has begun.', startedBookCheckExample),
        },
      },
    },
    async (request, reply) => {
      const receipt = receiptOf(reply, viewBookCheck, 202)
      return reply
        .code(202)
        .send(viewBookCheck(await startBookCheck(deps, callerOf(request), receipt)))
    },
  )
}
