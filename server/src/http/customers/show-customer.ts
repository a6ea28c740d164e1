import { customerNotFound, readCustomer } from '../../parties/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { customerSchema, viewCustomer } from './customer.ts'

export function addShowCustomer(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/customers/:customerId',
    {
      config: { access: 'manage', refuses: [customerNotFound] },
      schema: {
        operationId: 'showCustomer',
        summary: 'View a customer',
        description:
          'A person with all policies, by the `customer_id` of any of them. Search policies by ' +
          'name, e-mail address or number to find it.',
        tags: ['Management'],
        params: Type.Object({ customerId: pathId('The customer.', ids.customer) }),
        response: { 200: named(customerSchema) },
      },
    },
    async (request) =>
      viewCustomer(request, await readCustomer(deps, callerOf(request), request.params.customerId)),
  )
}
