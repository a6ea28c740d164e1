import { Type } from 'typebox'
import { Refusal, isId } from '../../kernel/index.ts'
import { maySeeSale } from '../../identity/index.ts'
import { selectPolicy, selectPolicyVersion } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { errorResponses } from '../wire/error.ts'
import { versionStatusSchema } from '../wire/policy.ts'

export function addShowVersionStatus(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/versions/:versionId/status',
    {
      config: { access: 'secret', version: 2 },
      schema: {
        operationId: 'showVersionStatus',
        summary: 'See how a modification stands',
        tags: ['Sales'],
        params: Type.Object({ policyId: Type.String(), versionId: Type.String() }),
        response: { 200: versionStatusSchema, ...errorResponses(401, 404, 406, 429, 503) },
      },
    },
    async (request) => {
      const { policyId, versionId } = request.params
      const policy = isId('tpol', policyId) ? await selectPolicy(deps.db, policyId) : undefined
      if (policy === undefined || !maySeeSale(callerOf(request), policy)) {
        throw new Refusal('not_found', `Policy ${policyId} was not found.`)
      }
      const version = isId('tpv', versionId)
        ? await selectPolicyVersion(deps.db, policy.id, versionId)
        : undefined
      if (version === undefined) {
        throw new Refusal('not_found', `Version ${versionId} of policy ${policyId} was not found.`)
      }
      return {
        policy_id: policy.id,
        version_id: version.id,
        status: version.state,
        _links: {
          _self: deps.links.versionStatus(policy.id, version.id),
          policy: deps.links.policy(policy.id),
        },
      }
    },
  )
}
