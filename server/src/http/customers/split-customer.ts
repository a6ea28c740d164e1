import { customerNotFound, customerNotJoined, splitCustomer } from '../../parties/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { joinedCustomerSchema, splitCustomerBody, viewJoinedCustomer } from './customer.ts'
import { splitCustomersExample } from './examples.ts'

export function addSplitCustomer(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/customers/:customerId/split',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember('`reason` is missing.', {
            code: 'required',
            field: 'reason',
            rules: ['required'],
          }),
          customerNotFound,
          customerNotJoined,
        ],
      },
      schema: {
        operationId: 'splitCustomer',
        summary: 'Split a customer off',
        description:
          'Takes back a join: the customer stands for itself again, with everything that had ' +
          'been joined into it.',
        tags: ['Management'],
        params: Type.Object({
          customerId: pathId('The customer that was joined into another.', ids.otherCustomer),
        }),
        body: named(splitCustomerBody),
        response: {
          200: exampled(
            named(joinedCustomerSchema),
            'The customer that was split off.',
            splitCustomersExample,
          ),
        },
      },
    },
    async (request, reply) => {
      const { customerId } = request.params
      const split = { caller: callerOf(request), customerId, reason: request.body.reason }
      const replay = replayOf(reply, viewJoinedCustomer)
      return viewJoinedCustomer(await splitCustomer(deps, split, replay))
    },
  )
}
