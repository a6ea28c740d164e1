import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { Account } from '../../identity/index.ts'
import { oneOf, text } from '../wire/schema.ts'
import { distributorExample, distributorRequestExample } from './examples.ts'

export const accountSchema = Type.Object(
  {
    id: text('The account.'),
    kind: oneOf(
      ['insurer', 'distributor'],
      'An `insurer` owns products, a `distributor` sells them.',
    ),
    key: text('The short name of the account, which products refer to. It is not a credential.'),
    name: text('The name of the account.'),
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
      description: 'The name of the account.',
    }),
  },
  { $id: 'CreateDistributor', examples: [distributorRequestExample] },
)

export function viewAccount(account: Account): Static<typeof accountSchema> {
  return { id: account.id, kind: account.kind, key: account.key, name: account.name }
}
