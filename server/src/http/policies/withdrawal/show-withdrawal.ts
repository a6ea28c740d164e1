import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { momentOf } from '../../../deadlines/index.ts'
import { findPolicy, policyNotFound } from '../../../policies/index.ts'
import {
  actionsOpenTo,
  readEarlyCover,
  readWithdrawalRight,
  withdrawalPeriod,
} from '../../../policy-transactions/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { viewDelivery } from '../deliveries/delivery.ts'
import { withdrawalSchema } from './withdrawal.ts'

export function addShowWithdrawal(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/withdrawal',
    {
      config: { access: 'secret', version: 2, refuses: [policyNotFound] },
      schema: {
        operationId: 'showWithdrawal',
        summary: 'View the right of withdrawal of a policy',
        description:
          'The period in which the customer can withdraw from the contract, whether it is ' +
          'open today, and the deliveries of documents that it depends on.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(withdrawalSchema) },
      },
    },
    async (request): Promise<Static<typeof withdrawalSchema>> => {
      const caller = callerOf(request)
      const policy = await findPolicy(deps.db, caller, request.params.policyId, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const product = await deps.catalogue.version(policy.productVersionId)
      if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
      const { definition } = product
      const { right, deliveries } = await readWithdrawalRight(deps.db, policy, definition)
      const isIssued = policy.issuedAt !== null
      const period = right !== null && isIssued ? withdrawalPeriod(policy, right) : null
      const terms = {
        life: definition.life,
        withdrawalRight: isIssued ? right : null,
        endsOn: null,
      }
      return {
        policy_id: policy.id,
        is_offered: right !== null,
        first_day: period?.firstDay.toString() ?? null,
        last_day: period?.lastDay.toString() ?? null,
        has_begun: period !== null,
        is_open: actionsOpenTo(caller, policy, terms, now).includes('withdrawal'),
        is_early_cover_agreed: right !== null && (await readEarlyCover(deps.db, policy, right)),
        withdrawn_on: policy.withdrawnOn?.toString() ?? null,
        deliveries: deliveries.map(viewDelivery),
      }
    },
  )
}
