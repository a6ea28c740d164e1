import { Type } from '../../wire/type.ts'
import {
  endorsementNotPermitted,
  notCancelled,
  policyWithdrawn,
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

/** Why a reinstatement or its preview is refused. */
export const reinstatementReasons = [
  clockAdvancing,
  ...transactionReasons,
  endorsementNotPermitted,
  notCancelled,
  policyWithdrawn.listed({ example: [ids.policy, 'reinstated'] }),
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
          'Accepts the reinstatement of a cancelled policy, with or without a gap in cover ' +
          'since its last day, and responds at once. If something is to be paid, the ' +
          'reinstatement is `proposed` first: the status link has the payment token. The ' +
          'product determines how long after the last day of cover a reinstatement is ' +
          'possible.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(reinstatePolicyBody),
        response: { 202: named(acceptedTransactionSchema) },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const reinstatement = {
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
        .send(view(await reinstatePolicy(pricingDeps(deps, request), reinstatement, replay)))
    },
  )
}
