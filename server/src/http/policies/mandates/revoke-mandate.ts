import { Type } from '../../wire/type.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import {
  type MandateOfPolicy,
  mandateEnded,
  mandateNotFound,
  revokeMandate,
} from '../../../payments/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember } from '../../reasons.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { mandateSchema, revokeMandateBody, viewMandate } from './mandate.ts'

export function addRevokeMandate(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/mandates/:mandateId/revoke',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          policyNotFound,
          mandateNotFound,
          mandateEnded,
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'revokeMandate',
        summary: 'Revoke a mandate',
        description:
          'Revokes a mandate for the customer: nothing is collected with it from then on. The ' +
          'customer pays the next instalments with the tokens of their invoices. A collection ' +
          'that was sent to the provider before is not stopped: see `pending_payment_ids`.',
        tags: ['Policies'],
        params: Type.Object({
          policyId: pathId('The policy.', ids.policy),
          mandateId: pathId('The mandate.', ids.mandate),
        }),
        body: named(revokeMandateBody),
        response: { 200: named(mandateSchema) },
      },
    },
    async (request, reply) => {
      const view = (revoked: MandateOfPolicy) => viewMandate(request, revoked)
      const revocation = { caller: callerOf(request), ...request.params, ...request.body }
      return view(await revokeMandate(deps, revocation, replayOf(reply, view)))
    },
  )
}
