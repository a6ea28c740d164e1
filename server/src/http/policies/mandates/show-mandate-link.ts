import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import {
  mandateTokenUnknown,
  methodsWithMandate,
  openedMandateLink,
} from '../../../payments/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { mandateTokenHeader, openedMandateLinkSchema, viewMandateSetup } from './mandate-link.ts'

export function addShowMandateLink(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/mandate_link',
    {
      config: {
        access: 'secret',
        opensByHeader: 'mandate-token',
        version: 2,
        refuses: [policyNotFound, mandateTokenUnknown],
      },
      schema: {
        operationId: 'showMandateLink',
        summary: 'View a mandate link',
        description:
          'What a page needs to let a customer give a mandate: the methods, and what the ' +
          'customer has done by the link. Send the token of the link, with a public key.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        headers: Type.Object({ 'mandate-token': Type.Optional(mandateTokenHeader) }),
        response: { 200: named(openedMandateLinkSchema) },
      },
    },
    async (request) => {
      const token = request.headers['mandate-token'] ?? ''
      const holder = { caller: callerOf(request), ...request.params, token }
      const { link, policy, setup } = await openedMandateLink(deps, holder)
      const methods = await methodsWithMandate(deps, policy)
      return {
        policy_id: policy.id,
        insurer_policy_id: policy.insurerPolicyId,
        language: policy.language,
        expires_at: timestamp(link.expiresAt),
        methods: methods.map(({ provider, method }) => ({ provider, method })),
        ...(setup !== null && { setup: await viewMandateSetup(setup, deps) }),
      }
    },
  )
}
