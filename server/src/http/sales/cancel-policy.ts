import { Type } from 'typebox'
import { type PolicyVersionId, isId } from '../../kernel/index.ts'
import { cancelPolicy, policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { acceptedCancellationSchema, cancelPolicyBody } from '../wire/cancellation.ts'
import { ids } from '../wire/examples/ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { cancellationReasons, readIfMatch } from './cancellation-order.ts'
import { missingMember } from '../reasons.ts'

export function addCancelPolicy(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/cancel',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [missingMember('cancellation_reason'), ...cancellationReasons],
      },
      schema: {
        operationId: 'cancelPolicy',
        summary: 'Cancel a policy',
        description:
          'Accepts the cancellation of a paid policy and answers at once; the status link tells when ' +
          "it is done. What is refunded then is up to the product's cancellation terms.",
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required, but told so in the contract's words by the handler.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(cancelPolicyBody),
        response: {
          202: named(acceptedCancellationSchema),
        },
      },
    },
    async (request, reply) => {
      const { policyId } = request.params
      if (!isId('tpol', policyId)) {
        throw policyNotFound(policyId)
      }
      const order = {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        reason: request.body.cancellation_reason,
        terminationDate: request.body.termination_date,
      }
      const view = (versionId: PolicyVersionId) => ({
        policy_id: policyId,
        _links: { status: deps.links.versionStatus(policyId, versionId) },
      })
      const receipt = receiptOf(reply, view, 202)
      return reply.code(202).send(view(await cancelPolicy(deps, order, receipt)))
    },
  )
}
