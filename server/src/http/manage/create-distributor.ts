import { createDistributor } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { named } from '../wire/schema.ts'
import { createDistributorErrors, managementErrors } from './errors.ts'
import { accountSchema, createDistributorBody, viewAccount } from './wire/account.ts'

export function addCreateDistributor(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/distributors',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'createDistributor',
        summary: 'Create a distributor',
        description:
          'An account for somebody who will sell the products. It needs keys before it can.',
        tags: ['Management'],
        body: named(createDistributorBody),
        response: { 200: named(accountSchema), ...managementErrors(...createDistributorErrors) },
      },
    },
    async (request, reply) => {
      const receipt = receiptOf(reply, viewAccount)
      return viewAccount(await createDistributor(deps, callerOf(request), request.body, receipt))
    },
  )
}
