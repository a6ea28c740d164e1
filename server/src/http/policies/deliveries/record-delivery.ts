import { Type } from '../../wire/type.ts'
import { clockAdvancing } from '../../../deadlines/index.ts'
import { deliveryByInsurer, policyNotFound, recordDelivery } from '../../../policies/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { invalidMember } from '../../reasons.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'
import { deliverySchema, recordDeliveryBody, viewDelivery } from './delivery.ts'

export function addRecordDelivery(app: App, deps: HttpDeps): void {
  app.post(
    '/policies/:policyId/deliveries',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [
          policyNotFound,
          deliveryByInsurer,
          clockAdvancing,
          invalidMember(
            '`document`, `delivered_on` or `evidence` is missing, or `delivered_on` is not a ' +
              'date from the day of the offer to today.',
            { code: 'invalid_value', field: 'delivered_on', rules: ['iso_date'] },
          ),
        ],
      },
      schema: {
        operationId: 'recordDelivery',
        summary: 'Record a delivery of documents',
        description:
          'Records the day on which documents reached the customer. Legal periods such as ' +
          'that of a withdrawal begin with it. Records are never changed: a later record of ' +
          'the same document corrects an earlier one.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        body: named(recordDeliveryBody),
        response: { 200: named(deliverySchema) },
      },
    },
    async (request, reply) => {
      const { document: thing, delivered_on: deliveredOn, evidence } = request.body
      const { policyId } = request.params
      const delivery = { caller: callerOf(request), policyId, thing, deliveredOn, evidence }
      return viewDelivery(await recordDelivery(deps, delivery, replayOf(reply, viewDelivery)))
    },
  )
}
