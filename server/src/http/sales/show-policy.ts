import { Type } from 'typebox'
import { presentDocuments } from '../../documents/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { findSale, openTokens, policyNotFound } from '../../policies/index.ts'
import { assertPageAllowed } from '../../products/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/examples/ids.ts'
import { anyPolicySchema } from '../wire/policy.ts'
import { pathId } from '../wire/schema.ts'
import { viewPolicy, viewPublicPolicy } from '../wire/view-policy.ts'

export function addShowPolicy(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId',
    {
      config: { access: 'key', version: 2, hasETag: true, refuses: [policyNotFound] },
      schema: {
        operationId: 'showPolicy',
        summary: 'View a policy',
        description:
          'A secret key gets the whole policy (`Policy`) with its version as `ETag`, a public key ' +
          'only the public part (`PublicPolicy`). An offer that is not paid for yet can be viewed too.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: anyPolicySchema },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { policyId } = request.params
      const policy = await findSale(deps.db, caller, policyId, deps.clock())
      await assertPageAllowed(deps.catalogue, caller, policy)
      if (caller.keyKind === 'public') return viewPublicPolicy(policy, deps.clock(), deps.links)
      const distributor = await selectAccount(deps.db, policy.distributorId)
      if (distributor === undefined) throw new Error(`${policy.id} has no distributor`)
      reply.header('etag', `"${policy.versionId}"`)
      const tokens = await openTokens(deps, policy.id)
      const documents = await presentDocuments(deps, policy)
      const data = await deps.datasets.shown(policy, caller.account.id)
      const view = { ...policy, data }
      return viewPolicy(view, tokens, documents, distributor.key, deps.clock(), deps.links)
    },
  )
}
