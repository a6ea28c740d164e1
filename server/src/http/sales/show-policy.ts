import { Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { maySeeSale, selectAccount } from '../../identity/index.ts'
import { selectPolicy } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { policySchema, viewPolicy, viewPublicPolicy } from '../wire/policy.ts'

export function addShowPolicy(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId',
    {
      config: { access: 'key', version: 2 },
      schema: {
        operationId: 'showPolicy',
        summary: 'View a policy',
        description: 'A secret key sees the whole policy, a public key only what it may.',
        tags: ['Sales'],
        params: Type.Object({ policyId: Type.String() }),
        response: { 200: Type.Partial(policySchema), ...errorResponses(401, 404, 406, 429, 503) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { policyId } = request.params
      const policy = isId('tpol', policyId) ? await selectPolicy(deps.db, policyId) : undefined
      if (policy === undefined || !maySeeSale(caller, policy)) {
        throw new Refusal('not_found', `Policy ${policyId} was not found.`)
      }
      if (caller.keyKind === 'public') return viewPublicPolicy(policy, deps.clock(), deps.links)
      const distributor = await selectAccount(deps.db, policy.distributorId)
      if (distributor === undefined) throw new Error(`${policy.id} has no distributor`)
      reply.header('etag', `"${policy.versionId}"`)
      return viewPolicy(policy, distributor.key, deps.clock(), deps.links)
    },
  )
}
