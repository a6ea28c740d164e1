import type { Static } from 'typebox'
import type { SignInRules } from '../../../people/index.ts'
import { allowed } from '../../access/allowed.ts'
import { allAllowed } from '../../wire/example-ids.ts'
import { flag } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'

export const rulesExample = { requires_second_factor: true }

export const signInRulesSchema = Type.Object(
  {
    requires_second_factor: flag(
      'Whether people need an authenticator app or a passkey to act for the account. Single sign-on counts too.',
    ),
  },
  {
    $id: 'SignInRules',
    description: 'How people have to sign in to act for the account.',
    examples: [rulesExample],
  },
)

export const signInRulesShownSchema = Type.Object(
  { ...signInRulesSchema.properties, allowed: allowed('change') },
  {
    $id: 'SignInRulesShown',
    description: 'How people have to sign in to act for the account, and who may change that.',
    examples: [{ ...rulesExample, allowed: allAllowed('change') }],
  },
)

export function viewRules({ requiresSecondFactor }: SignInRules): Static<typeof signInRulesSchema> {
  return { requires_second_factor: requiresSecondFactor }
}
