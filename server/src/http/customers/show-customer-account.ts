import { invalidData, parseDay } from '../../kernel/index.ts'
import { customerNotFound, readCustomerAccount } from '../../parties/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { customerAccountSchema, viewCustomerAccount } from './customer.ts'

const notADay = { code: 'invalid_value', field: 'on', rules: ['iso_date'] } as const

export function addShowCustomerAccount(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/customers/:customerId/account',
    {
      config: {
        access: 'manage',
        refuses: [customerNotFound, invalidMember('`on` is not a valid date.', notADay)],
      },
      schema: {
        operationId: 'showCustomerAccount',
        summary: 'View the account statement of a customer',
        description:
          'One statement over all policies of a customer, for each currency: as of today, or as ' +
          'of another day. The balance of a policy that was handed over went with it.',
        tags: ['Management'],
        params: Type.Object({ customerId: pathId('The customer.', ids.customer) }),
        querystring: Type.Object({
          on: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'The last day of the statement, such as `2029-03-01`; today by default.',
            }),
          ),
        }),
        response: { 200: named(customerAccountSchema) },
      },
    },
    async (request) => {
      const { on } = request.query
      const until = on === undefined ? null : parseDay(on)
      if (on !== undefined && until === null) throw invalidData([notADay], null)
      const { customerId } = request.params
      const asked = { caller: callerOf(request), customerId, until }
      return viewCustomerAccount(await readCustomerAccount(deps, asked))
    },
  )
}
