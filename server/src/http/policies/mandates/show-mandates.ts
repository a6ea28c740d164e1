import { Type } from '../../wire/type.ts'
import { readMandates, refusalOfMandate, selectSetupsOf } from '../../../payments/index.ts'
import { findPolicy, policyNotFound } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { mandatesSchema, viewMandate } from './mandate.ts'
import { viewMandateSetup } from './mandate-link.ts'

export function addShowMandates(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/mandates',
    {
      config: { access: 'secret', version: 2, refuses: [policyNotFound] },
      schema: {
        operationId: 'showMandates',
        summary: 'View the mandates of a policy',
        description:
          'All mandates that the customer gave for the instalments of a policy, with what ended ' +
          'them. The name by which the provider knows a mandate is never shown.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(mandatesSchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const policy = await findPolicy(deps.db, callerOf(request), policyId, deps.clock())
      const [mandates, setups, refusal] = await Promise.all([
        readMandates(deps.db, policy),
        selectSetupsOf(deps.db, policy.id),
        refusalOfMandate(deps, policy),
      ])
      return {
        policy_id: policy.id,
        mandates: mandates.map((one) => viewMandate(request, one)),
        setups: await Promise.all(setups.map((one) => viewMandateSetup(one, deps))),
        allowed: viewAllowed(request, { create_link: ['createMandateLink', refusal] }, policy),
      }
    },
  )
}
