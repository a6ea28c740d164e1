import { Type } from '../../wire/type.ts'
import { isId } from '../../../kernel/index.ts'
import {
  findPolicy,
  policyNotFound,
  policyVersionNotFound,
  selectPolicyVersion,
} from '../../../policies/index.ts'
import { openTokens } from '../../../sales/index.ts'
import { endorsementTokenUnknown, openProposal } from '../../../policy-transactions/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { isMaskedFor } from '../../masks/mask-answers.ts'
import { endorsementTokenHeader } from '../endorsements/endorsement-link.ts'
import { versionStatusSchema } from './cancellation.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { endorserOf } from '../endorsements/endorser.ts'
import { readPolicyId } from './transaction-request.ts'

export function addShowVersionStatus(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/versions/:versionId/status',
    {
      config: {
        access: 'secret',
        opensByHeader: 'endorsement-token',
        version: 2,
        refuses: [policyNotFound, policyVersionNotFound, endorsementTokenUnknown],
      },
      schema: {
        operationId: 'showVersionStatus',
        summary: 'View the status of a policy transaction',
        description:
          'The target of the status link of an accepted transaction. Poll until the status ' +
          'is no longer `processing`.',
        tags: ['Policies'],
        params: Type.Object({
          policyId: pathId('The policy.', ids.policy),
          versionId: pathId('The version that the transaction creates.', ids.cancelledVersion),
        }),
        headers: Type.Object({ 'endorsement-token': Type.Optional(endorsementTokenHeader) }),
        response: { 200: named(versionStatusSchema) },
      },
    },
    async (request) => {
      const { policyId, versionId } = request.params
      const { caller } = await endorserOf(deps, request, readPolicyId(policyId))
      const policy = await findPolicy(deps.db, caller, policyId, deps.clock())
      const version = isId('tpv', versionId)
        ? await selectPolicyVersion(deps.db, policy.id, versionId)
        : undefined
      if (version === undefined) {
        throw policyVersionNotFound(versionId, policyId)
      }
      const due = await openProposal(deps, version)
      // The link opens documents without a key, and these show personal data.
      const hasLink = version.state === 'active' && !isMaskedFor(callerOf(request))
      const tokens = hasLink ? await openTokens(deps, policy.id) : null
      return {
        policy_id: policy.id,
        version_id: version.id,
        status: version.state,
        payment: due && {
          token: due.token,
          amount: due.amount,
          currency: policy.currency,
          pay_until: due.payUntil.toString(),
        },
        _links: {
          _self: deps.links.versionStatus(policy.id, version.id),
          policy: deps.links.policy(policy.id),
          ...(tokens && { documents: deps.links.policyAssets(policy.id, tokens.asset) }),
        },
      }
    },
  )
}
