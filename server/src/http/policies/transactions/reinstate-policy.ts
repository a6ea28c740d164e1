import { Type } from 'typebox'
import {
  endorsementNotPermitted,
  notCancelled,
  reinstatePolicy,
  tooLateToReinstate,
} from '../../../policy-transactions/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { acceptedTransactionSchema, reinstatePolicyBody } from './cancellation.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import {
  acceptedTransaction,
  transactionReasons,
  promiseReasons,
  readIfMatch,
  readPolicyId,
} from './transaction-request.ts'

/** Why a reinstatement is refused, be it ordered or only looked at. */
export const reinstatementReasons = [
  clockAdvancing,
  ...transactionReasons,
  endorsementNotPermitted,
  notCancelled,
  tooLateToReinstate,
  invalidMember('`gap` is neither true nor false.', {
    code: 'invalid_value',
    field: 'gap',
    rules: ['boolean'],
  }),
]

export function addReinstatePolicy(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/reactivate',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [...reinstatementReasons, ...promiseReasons],
      },
      schema: {
        operationId: 'reinstatePolicy',
        summary: 'Reinstate a cancelled policy',
        description:
          'Accepts that a cancelled policy goes on as it was, or with days without cover since its ' +
          'last one, and answers at once. Where something is to be paid it is `proposed` first: the ' +
          'status link has what pays for it. How long after the last day it is possible is up to the ' +
          'product.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required, but told so in the contract's words by the handler.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(reinstatePolicyBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const order = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        previewToken: request.body.preview_token ?? null,
        hasGap: request.body.gap ?? false,
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      return reply
        .code(202)
        .send(view(await reinstatePolicy(pricingDeps(deps, request), order, replay)))
    },
  )
}
