import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { NewUserToken, UserToken } from '../../../people/index.ts'
import { allowed } from '../../access/allowed.ts'
import {
  flag,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { createTokenExample, newTokenExample, tokenExample, tokenId } from './examples.ts'

export const validDaysDefault = 90
const validDaysMax = 366

const tokenFields = {
  id: text('The id of the token, not the token itself.'),
  account_id: text('The account that the token opens.'),
  livemode: flag('True for live, false for test.'),
  name: text('The purpose of the token.'),
  hint: text('The last characters of the token.'),
  created_at: timestampText('When the token was created.'),
  expires_at: timestampText('When the token expires.'),
  last_used_on: textOrNull('The last day on which the token was used; null if never.'),
  revoked_at: timestampOrNull('When the token was revoked; null if it was not.'),
}
export const tokenSchema = Type.Object(
  { ...tokenFields, allowed: Type.Optional(allowed('revoke')) },
  {
    $id: 'PersonalToken',
    description: 'A personal token, without its secret.',
    examples: [tokenExample],
  },
)
export const newTokenSchema = Type.Object(
  {
    ...tokenFields,
    token: Type.Optional(
      text('The token itself. It is shown only once: a repeated request returns none.'),
    ),
  },
  {
    $id: 'NewPersonalToken',
    description: 'A new token, with its secret.',
    examples: [newTokenExample],
  },
)
export const createTokenBody = Type.Object(
  {
    account_id: Type.String({ maxLength: 100, description: 'One of your accounts.' }),
    livemode: flag('True for live, false for test.'),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'The purpose of the token.' }),
    valid_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: validDaysMax,
        description: `For how many days the token works; ${validDaysDefault} by default.`,
      }),
    ),
  },
  { $id: 'CreatePersonalToken', examples: [createTokenExample] },
)
export const tokenParams = Type.Object({ tokenId: pathId('The token.', tokenId) })

export function viewToken(token: UserToken): Static<typeof tokenSchema> {
  return {
    id: token.id,
    account_id: token.accountId,
    livemode: token.livemode,
    name: token.name,
    hint: token.hint,
    created_at: timestamp(token.createdAt),
    expires_at: timestamp(token.expiresAt),
    last_used_on: token.lastUsedOn?.toString() ?? null,
    revoked_at: token.revokedAt && timestamp(token.revokedAt),
  }
}

export function viewNewToken({ record, credential }: NewUserToken): Static<typeof newTokenSchema> {
  return { ...viewToken(record), token: credential }
}
