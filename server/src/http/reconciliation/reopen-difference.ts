import { Type } from '../wire/type.ts'
import {
  differenceNotAccepted,
  reconciliationItemNotFound,
  reopenDifference,
} from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { reconciliationItemExample } from './examples.ts'
import { reconciliationItemSchema, viewItem } from './reconciliation.ts'

export function addReopenDifference(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/reconciliation/:itemId/reopen',
    {
      config: {
        access: 'manage',
        refuses: [reconciliationItemNotFound, differenceNotAccepted],
      },
      schema: {
        operationId: 'reopenDifference',
        summary: 'Reopen an accepted difference',
        description: 'Takes back that a difference is known. It is unmatched again.',
        tags: ['Management'],
        params: Type.Object({ itemId: pathId('The row.', ids.reconciliationItem) }),
        response: {
          200: exampled(
            named(reconciliationItemSchema),
            'The row with its new state.',
            reconciliationItemExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const reopening = { caller: callerOf(request), itemId: request.params.itemId }
      return viewItem(await reopenDifference(deps, reopening, replayOf(reply, viewItem)))
    },
  )
}
