import { Type } from '../../wire/type.ts'
import { cancelPolicy } from '../../../policy-transactions/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { pricingDeps } from '../../pricing-deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { acceptedTransactionSchema, cancelPolicyBody } from './cancellation.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { cancellationReasons, readCancellationTerms } from './cancellation-request.ts'
import {
  acceptedTransaction,
  promiseReasons,
  readIfMatch,
  readPolicyId,
} from './transaction-request.ts'
import { missingMember } from '../../reasons.ts'

export function addCancelPolicy(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/cancel',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [
          missingMember('cancellation_reason'),
          ...cancellationReasons,
          clockAdvancing,
          ...promiseReasons,
        ],
      },
      schema: {
        operationId: 'cancelPolicy',
        summary: 'Cancel a policy',
        description:
          'Accepts the cancellation of a paid policy and responds at once. Follow the ' +
          'status link to see when it is done. The cancellation terms of the product ' +
          'determine the refund. A cancellation that names a kind of the product gets the ' +
          'refund and the letter of this kind, and has to keep its notice.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required; the handler refuses its absence in the words of the contract.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(cancelPolicyBody),
        response: {
          202: named(acceptedTransactionSchema),
        },
      },
    },
    async (request, reply) => {
      const policyId = readPolicyId(request.params.policyId)
      const cancellation = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        previewToken: request.body.preview_token ?? null,
        reason: request.body.cancellation_reason,
        terminationDate: request.body.termination_date,
        requested: readCancellationTerms(request.body),
      }
      const view = acceptedTransaction(policyId, deps.links)
      const replay = replayOf(reply, view, 202)
      return reply
        .code(202)
        .send(view(await cancelPolicy(pricingDeps(deps, request), cancellation, replay)))
    },
  )
}
