import {
  customerNotFound,
  customersJoined,
  joinCustomers,
  tooManyPolicies,
} from '../../parties/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { joinCustomersBody, joinedCustomerSchema, viewJoinedCustomer } from './customer.ts'
import { joinedCustomerExample } from './examples.ts'

export function addJoinCustomers(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/customers/:customerId/join',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`customer_id` or `reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          customerNotFound,
          customersJoined,
          tooManyPolicies,
        ],
      },
      schema: {
        operationId: 'joinCustomers',
        summary: 'Join two customers',
        description:
          'Records that another customer is the same person: both ids then show one customer with ' +
          'all policies and one account. No policy changes, so that they can be split again.',
        tags: ['Management'],
        params: Type.Object({ customerId: pathId('The customer.', ids.customer) }),
        body: named(joinCustomersBody),
        response: {
          200: exampled(named(joinedCustomerSchema), 'The customer.', joinedCustomerExample),
        },
      },
    },
    async (request, reply) => {
      const { customer_id: otherId, reason } = request.body
      const { customerId } = request.params
      const join = { caller: callerOf(request), customerId, otherId, reason }
      const replay = replayOf(reply, viewJoinedCustomer)
      return viewJoinedCustomer(await joinCustomers(deps, join, replay))
    },
  )
}
