import { Type } from '../wire/type.ts'
import { findPolicy } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { unknownPolicy } from '../policies/policy-summary.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { handoverSchema, viewHandover } from './handover.ts'
import { readHandover } from './read-handover.ts'

export function addShowHandover(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/handover',
    {
      config: { access: 'manage', refuses: [unknownPolicy] },
      schema: {
        operationId: 'showHandover',
        summary: 'View what a customer received before the contract',
        description:
          'Each document that the customer of an offer or policy opened or was sent before the ' +
          'contract, with its SHA-256. The same stands in the events `handover.recorded` and ' +
          '`handover.voided`, and so in the chain of evidence.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The offer or policy.', ids.policy) }),
        response: { 200: named(handoverSchema) },
      },
    },
    async (request) => {
      const policy = await findPolicy(
        deps.db,
        callerOf(request),
        request.params.policyId,
        deps.clock(),
      )
      return viewHandover(policy, await readHandover(deps, policy))
    },
  )
}
