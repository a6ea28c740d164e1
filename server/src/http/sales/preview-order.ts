import { Type } from 'typebox'
import { previewCancellation } from '../../payments/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { missingMember } from '../reasons.ts'
import { orderPreviewSchema, previewOrderBody } from '../wire/cancellation.ts'
import { ids } from '../wire/examples/ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { cancellationReasons } from './cancellation-order.ts'
import { readIfMatch, readPolicyId } from './policy-order.ts'

export function addPreviewOrder(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/previews',
    {
      config: {
        access: 'secret',
        version: 2,
        isRepeatable: true,
        refuses: [missingMember('cancellation'), ...cancellationReasons],
      },
      schema: {
        operationId: 'previewOrder',
        summary: 'See what an order would come to',
        description:
          'Tells what the cancellation of a policy would give back, before it is ordered, and ' +
          'refuses what the order itself would be refused for. Nothing changes.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        // Required, but told so in the contract's words by the handler.
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        body: named(previewOrderBody),
        response: { 200: named(orderPreviewSchema) },
      },
    },
    async (request) => {
      const policyId = readPolicyId(request.params.policyId)
      const { policy, terminationDay, refund } = await previewCancellation(deps, {
        caller: callerOf(request),
        policyId,
        ifMatch: readIfMatch(request.headers['if-match']),
        terminationDate: request.body.cancellation.termination_date,
      })
      return {
        policy_id: policy.id,
        version_id: policy.versionId,
        termination_date: terminationDay.toString(),
        refund,
      }
    },
  )
}
