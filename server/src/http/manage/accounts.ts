import { type Static, Type } from 'typebox'
import { createDistributor, managedAccounts } from '../../management/index.ts'
import type { Account } from '../../identity/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named, oneOf, text } from '../wire/schema.ts'
import { createDistributorErrors, managementErrors } from './errors.ts'
import {
  accountsExample,
  distributorExample,
  distributorOrderExample,
} from './examples/accounts.ts'

export const accountSchema = Type.Object(
  {
    id: text('The account.'),
    kind: oneOf(['insurer', 'distributor'], 'Owns products, or sells them.'),
    key: text('Its short name, which products refer to; never a credential.'),
    name: text('Its name.'),
  },
  {
    $id: 'Account',
    description: 'An insurer or a distributor.',
    examples: [distributorExample],
  },
)

export const createDistributorBody = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[a-z][a-z0-9-]*$',
      description: 'A short name of lower-case letters, digits and dashes.',
    }),
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Its name.',
    }),
  },
  { $id: 'CreateDistributor', examples: [distributorOrderExample] },
)

export function addAccounts(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  app.get(
    '/manage/accounts',
    {
      config,
      schema: {
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'The insurer itself and the distributors that it made.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(accountSchema)), 'The accounts.', accountsExample),
          ...managementErrors(),
        },
      },
    },
    async (request) => (await managedAccounts(deps.db, callerOf(request))).map(viewAccount),
  )
  app.post(
    '/manage/distributors',
    {
      config,
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

function viewAccount(account: Account): Static<typeof accountSchema> {
  return { id: account.id, kind: account.kind, key: account.key, name: account.name }
}
