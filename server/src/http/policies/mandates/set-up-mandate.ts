import { Type } from '../../wire/type.ts'
import type { MandateSetupId } from '../../../kernel/index.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import {
  mandateLinkUsed,
  mandateTokenUnknown,
  notInPlan,
  selectSetup,
  setUpMandate,
} from '../../../payments/index.ts'
import { policyNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOfMade } from '../../idempotency/replay.ts'
import { missingMember } from '../../reasons.ts'
import { ids } from '../../wire/example-ids.ts'
import { providerOptionsOf } from '../../payments/payment.ts'
import { named, pathId } from '../../wire/schema.ts'
import {
  mandateSetupSchema,
  mandateTokenHeader,
  setUpMandateBody,
  viewMandateSetup,
} from './mandate-link.ts'

export function addSetUpMandate(app: App, deps: HttpDeps): void {
  const showMade = async (id: string) => {
    const setup = await selectSetup(deps.db, id as MandateSetupId) // As it was kept.
    if (setup === undefined) throw new Error(`mandate setup ${id} was made and is gone`)
    return viewMandateSetup(setup, deps)
  }
  app.post(
    '/policies/:policyId/mandate_setups',
    {
      config: {
        access: 'secret',
        opensByHeader: 'mandate-token',
        version: 2,
        showMade,
        refuses: [
          missingMember('method'),
          policyNotFound,
          mandateTokenUnknown,
          mandateLinkUsed,
          notInPlan.listed({ example: ['invoice/card', ['sandbox/card']] }),
          clockAdvancing,
        ],
      },
      schema: {
        operationId: 'setUpMandate',
        summary: 'Give a mandate by a link',
        description:
          'Has a provider ask the customer for a new mandate, without a payment. With `ok` the ' +
          'mandate is in force, and the one before is replaced. With `pending` the customer may ' +
          'have to act first: see `next_action`; a confirmation counts however late it comes, ' +
          'unless a newer mandate was given. With `failed` nothing has changed. Beginning again ' +
          'gives up what was begun by the same link before.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        headers: Type.Object({ 'mandate-token': Type.Optional(mandateTokenHeader) }),
        body: named(setUpMandateBody),
        response: { 200: named(mandateSetupSchema) },
      },
    },
    async (request, reply) => {
      const { provider, method } = request.body
      const token = request.headers['mandate-token'] ?? ''
      const holder = { caller: callerOf(request), ...request.params, token }
      const onDoubt = (error: unknown) =>
        request.log.error({ err: error, provider }, 'a response of a payment provider was lost')
      const asked = {
        ...holder,
        provider,
        method,
        providerOptions: providerOptionsOf(request.body),
      }
      const setup = await setUpMandate({ ...deps, onDoubt }, asked, replayOfMade(reply))
      return viewMandateSetup(setup, deps)
    },
  )
}
