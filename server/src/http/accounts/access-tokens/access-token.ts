import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { timestamp } from '../../../kernel/index.ts'
import type { AccessTokenRecord } from '../../../identity/index.ts'
import type { NewAccessToken } from '../../../management/index.ts'
import { allowed } from '../../access/allowed.ts'
import { text, timestampOrNull, timestampText } from '../../wire/schema.ts'
import { newTokenExample, tokenRequestExample } from './examples.ts'

const tokenFields = {
  id: text('The id of the token, not the token itself.'),
  account_id: text('The account whose locked datasets it gives access to.'),
  name: text('The purpose of the token.'),
  created_at: timestampText('When the token was created.'),
  revoked_at: timestampOrNull('When the token was revoked; null if it is valid.'),
}
export const accessTokenSchema = Type.Object(
  { ...tokenFields, allowed: Type.Optional(allowed('revoke')) },
  {
    $id: 'AccessToken',
    description: 'An access token for locked datasets, without its secret.',
  },
)
export const newAccessTokenSchema = Type.Object(
  {
    ...tokenFields,
    token: Type.Optional(
      text('The token itself. It is shown only once: a repeated request returns none.'),
    ),
  },
  { $id: 'NewAccessToken', description: 'A new access token.', examples: [newTokenExample] },
)
export const createAccessTokenBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'The account of the token; your own by default.',
      }),
    ),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'The purpose of the token.' }),
  },
  { $id: 'CreateAccessToken', examples: [tokenRequestExample] },
)

export function viewNewToken({
  record,
  token,
}: NewAccessToken): Static<typeof newAccessTokenSchema> {
  return { ...viewToken(record), token }
}

export function viewToken(token: AccessTokenRecord): Static<typeof accessTokenSchema> {
  return {
    id: token.id,
    account_id: token.accountId,
    name: token.name,
    created_at: timestamp(token.createdAt),
    revoked_at: token.revokedAt === null ? null : timestamp(token.revokedAt),
  }
}
