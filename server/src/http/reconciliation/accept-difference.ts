import { Type } from '../wire/type.ts'
import {
  acceptDifference,
  differenceNotOpen,
  differenceNotThat,
  reconciliationItemNotFound,
} from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { acceptedDifferenceExample } from './examples.ts'
import { acceptDifferenceBody, reconciliationItemSchema, viewItem } from './reconciliation.ts'

export function addAcceptDifference(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/reconciliation/:itemId/accept',
    {
      config: {
        access: 'manage',
        mayNeedSecondPerson: true,
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          reconciliationItemNotFound,
          differenceNotOpen,
          differenceNotThat,
        ],
      },
      schema: {
        operationId: 'acceptDifference',
        summary: 'Accept a difference as known',
        description:
          'Says that a difference to a payment provider is known, and why. Nothing is posted. It ' +
          'is listed apart, and counts no more in the difference of the account, until it becomes ' +
          'another difference or somebody reopens it. All rows of the same payment, refund or ' +
          'dispute are accepted together.',
        tags: ['Management'],
        params: Type.Object({ itemId: pathId('The row.', ids.reconciliationItem) }),
        body: named(acceptDifferenceBody),
        response: {
          200: exampled(
            named(reconciliationItemSchema),
            'The row with its new state.',
            acceptedDifferenceExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const { reason, difference = null } = body
      const accepting = { caller: callerOf(request), itemId: params.itemId, reason, difference }
      return viewItem(await acceptDifference(deps, accepting, replayOf(reply, viewItem)))
    },
  )
}
