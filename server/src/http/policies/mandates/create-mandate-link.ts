import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import { createMandateLink, mandateNotPossible } from '../../../payments/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { mandateLinkSchema } from './mandate-link.ts'

export function addCreateMandateLink(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/mandate_links',
    {
      config: {
        access: 'secret',
        version: 2,
        isRepeatable: true,
        refuses: [policyNotFound, mandateNotPossible],
      },
      schema: {
        operationId: 'createMandateLink',
        summary: 'Create a mandate link',
        description:
          'Creates a link with which a customer gives a new mandate for this policy, without ' +
          'paying anything: for a new card, or after a mandate was revoked. It works once, for ' +
          'seven days. Until then the mandate before stays in force. The link is not stored: ' +
          'each call creates another link.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(mandateLinkSchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const { link, token } = await createMandateLink(deps, { caller: callerOf(request), policyId })
      return {
        policy_id: link.policyId,
        token,
        expires_at: timestamp(link.expiresAt),
        _links: { policy: deps.links.policy(link.policyId) },
      }
    },
  )
}
