import { type Static, Type } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { AccessTokenRecord } from '../../../identity/index.ts'
import type { NewAccessToken } from '../../../management/index.ts'
import { text, timestampOrNull, timestampText } from '../../wire/schema.ts'
import { newTokenExample, tokenRequestExample } from './examples.ts'

const tokenFields = {
  id: text('The id of the token, which is not the token.'),
  account_id: text('Whose locked datasets it opens.'),
  name: text('What it is for.'),
  created_at: timestampText('When it was made.'),
  revoked_at: timestampOrNull('When it was revoked.'),
}
export const accessTokenSchema = Type.Object(tokenFields, {
  $id: 'AccessToken',
  description: 'A token for locked datasets, without its secret.',
})
export const newAccessTokenSchema = Type.Object(
  {
    ...tokenFields,
    token: Type.Optional(
      text('The token itself. It is shown this once: a repeated request gets none.'),
    ),
  },
  { $id: 'NewAccessToken', description: 'A new token.', examples: [newTokenExample] },
)
export const createAccessTokenBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Whose token; your own by default.' }),
    ),
    name: Type.String({ minLength: 1, maxLength: 200, description: 'What it is for.' }),
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
