import { Type } from '../../wire/type.ts'
import {
  coverIsOver,
  endStays,
  endorsementNotPermitted,
  moveEnd,
  noEndToMove,
  noticeNotKept,
  policyWithdrawn,
  terminationAfterEnd,
  terminationBeforeStart,
  terminationIsNoDate,
  terminationTooEarly,
} from '../../../policy-transactions/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember } from '../../reasons.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { acceptedTransactionSchema, moveEndBody } from './cancellation.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import {
  acceptedTransaction,
  transactionReasons,
  promiseReasons,
  readIfMatch,
  readPolicyId,
} from './transaction-request.ts'

/** Why a move of the end or its preview is refused. */
export const endMoveReasons = [
  clockAdvancing,
  ...transactionReasons,
  noEndToMove,
  coverIsOver,
  policyWithdrawn.listed({ example: [ids.policy, 'given another end'] }),
  endStays,
  endorsementNotPermitted.listed({
    when: 'The product lets only its insurer endorse policies, and so move an end to a later day.',
  }),
  terminationIsNoDate,
  terminationBeforeStart,
  terminationAfterEnd,
  terminationTooEarly,
  noticeNotKept.listed({
    when: 'The notice of the cancellation does not allow this earlier day.',
  }),
]

export function addMoveEnd(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/move-end',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [missingMember('termination_date'), ...endMoveReasons, ...promiseReasons],
      },
      schema: {
        operationId: 'moveEnd',
        summary: 'Move the end of a cancelled policy',
        description:
          'Accepts another last day of cover for a policy that was cancelled for later, and ' +
          'responds at once. It is possible until the last day is over. The end moves to an ' +
          'earlier day under the terms of a cancellation, or to a later day up to the end of ' +
          'the term. If more days have to be paid for first, the move is `proposed`: the ' +
          'status link has the payment token. To take the cancellation back, reinstate the ' +
          'policy.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(moveEndBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const move = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        previewToken: request.body.preview_token ?? null,
        terminationDate: request.body.termination_date,
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      return reply.code(202).send(view(await moveEnd(pricingDeps(deps, request), move, replay)))
    },
  )
}
