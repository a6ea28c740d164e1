import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { ManagedAccount } from '../../identity/index.ts'
import { allowed } from '../access/allowed.ts'
import { mailAddress } from '../mails/server/mail-server.ts'
import { oneOf, orNull, text, textOrNull } from '../wire/schema.ts'
import { distributorExample, distributorRequestExample, setMailAddressExample } from './examples.ts'

export const accountSchema = Type.Object(
  {
    id: text('The account.'),
    kind: oneOf(
      ['insurer', 'distributor'],
      'An `insurer` owns products, a `distributor` sells them.',
    ),
    key: text('The short name of the account, which products refer to. It is not a credential.'),
    name: text('The name of the account.'),
    email: Type.Optional(
      textOrNull(
        'Where mails to a distributor go; null where it gets none. Absent where a person sees the ' +
          'accounts that they belong to.',
      ),
    ),
    allowed: Type.Optional(allowed('set_mail_address')),
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

const newAddress = 'The e-mail address; null for no mails.'

export const setMailAddressBody = Type.Object(
  { email: orNull(mailAddress(newAddress), newAddress) },
  { $id: 'SetMailAddress', examples: [setMailAddressExample] },
)

export function viewAccount(account: ManagedAccount): Static<typeof accountSchema> {
  const { id, kind, key, name, mailAddress: email } = account
  return { id, kind, key, name, email }
}
