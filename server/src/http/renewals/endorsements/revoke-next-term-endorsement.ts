import { clockAdvancing } from '../../../deadlines/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { endorsementNotPermitted } from '../../../policy-transactions/index.ts'
import {
  type RecordedNextTerm,
  nextTermEndorsementEnded,
  nextTermEndorsementUnknown,
  revokeNextTermEndorsement,
} from '../../../renewals/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { readPolicyId } from '../../policies/transactions/transaction-request.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { renewalParams } from '../renewal-request.ts'
import { nextTermEndorsementSchema, viewNextTermEndorsement } from './next-term-endorsement.ts'

export function addRevokeNextTermEndorsement(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/renewal/endorsements/:endorsementId/revoke',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [
          policyNotFound,
          endorsementNotPermitted,
          nextTermEndorsementUnknown,
          nextTermEndorsementEnded,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'revokeNextTermEndorsement',
        summary: 'Revoke an endorsement of the next term',
        description:
          'Takes back an endorsement of the next term that is pending. If the renewal is offered or ' +
          'accepted already, that is void, and the next term is priced and offered again.',
        tags: ['Policies'],
        params: Type.Object({
          ...renewalParams.properties,
          endorsementId: pathId('The endorsement.', ids.nextTermEndorsement),
        }),
        response: { 200: named(nextTermEndorsementSchema) },
      },
    },
    async (request, reply) => {
      const view = (revoked: RecordedNextTerm) => viewNextTermEndorsement(request, revoked)
      const revocation = {
        caller: callerOf(request),
        policyId: readPolicyId(request.params.policyId),
        id: request.params.endorsementId,
      }
      return view(await revokeNextTermEndorsement(deps, revocation, replayOf(reply, view)))
    },
  )
}
