import { selectClosings } from '../../../ledger/index.ts'
import { Type } from '../../wire/type.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { closingSchema, viewClosing } from './closing.ts'
import { closingsExample } from '../examples.ts'

export function addListClosings(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/closings',
    {
      config: { access: 'manage', refuses: [] },
      schema: {
        operationId: 'listClosings',
        summary: 'List closed months',
        description: 'The closed months, newest first.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(closingSchema)), 'The closed months.', closingsExample),
        },
      },
    },
    async (request) => {
      const { account, livemode } = callerOf(request)
      const closings = await selectClosings(deps.db.reads, { insurerId: account.id, livemode })
      return closings.map(viewClosing)
    },
  )
}
