import type { Static } from 'typebox'
import { Type } from '../../wire/type.ts'
import { type KeyId, isId, timestamp } from '../../../kernel/index.ts'
import type { KeyRecord } from '../../../identity/index.ts'
import { type NewKey, keyNotFound } from '../../../management/index.ts'
import {
  flag,
  oneOf,
  orNull,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  pathId,
  word,
} from '../../wire/schema.ts'
import { allowed } from '../../access/allowed.ts'
import { accountIds } from '../examples.ts'
import { keyRequestExample, newKeyExample, rotationRequestExample } from './examples.ts'

const keyRolesMax = 20
const overlapHoursMax = 720
export const overlapHoursDefault = 24

const keyFields = {
  id: text('The id of the key, not the key itself.'),
  account_id: text('The account of the key.'),
  kind: oneOf(
    ['public', 'secret'],
    'A `public` key can be used in web pages, a `secret` key only on servers.',
  ),
  livemode: flag('True for live, false for test.'),
  name: text('The purpose of the key.'),
  hint: text('The last characters of the key.'),
  roles: orNull(
    Type.Array(Type.String()),
    'The roles of a restricted key. Null for a key that may do whatever its kind and its account ' +
      'allow.',
  ),
  created_at: timestampText('When the key was created.'),
  last_used_on: textOrNull('The last day on which the key was used; null if never.'),
  expires_at: timestampOrNull('When the key expires after a rotation; null if it was not rotated.'),
  revoked_at: timestampOrNull('When the key was revoked; null if it was not.'),
}
export const keySchema = Type.Object(
  { ...keyFields, allowed: Type.Optional(allowed('rotate', 'revoke')) },
  { $id: 'Key', description: 'A key, without its secret.' },
)
export const newKeySchema = Type.Object(
  {
    ...keyFields,
    key: Type.Optional(
      text('The key itself. It is shown only once: a repeated request returns none.'),
    ),
  },
  { $id: 'NewKey', description: 'A new key, with its secret.', examples: [newKeyExample] },
)
export const createKeyBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'The account of the key; your own by default.' }),
    ),
    kind: oneOf(
      ['public', 'secret'],
      'A `public` key can be used in web pages, a `secret` key only on servers.',
    ),
    livemode: flag('True for live, false for test.'),
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The purpose of the key.',
    }),
    roles: Type.Optional(
      Type.Array(word('The key of a role.'), {
        minItems: 1,
        maxItems: keyRolesMax,
        description:
          'Makes a restricted key: it may do what these roles grant, and nothing else. Only for ' +
          '`secret` keys. Without roles, the key may do whatever its kind and its account allow.',
      }),
    ),
  },
  { $id: 'CreateKey', examples: [keyRequestExample] },
)
export const rotateKeyBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapHoursMax,
        description: `Hours for which the old key keeps working; ${overlapHoursDefault} by default.`,
      }),
    ),
  },
  { $id: 'RotateKey', examples: [rotationRequestExample] },
)

export const keyParams = Type.Object({ keyId: pathId('The key.', accountIds.key) })

export function readKeyId(text: string): KeyId {
  if (isId('key', text)) return text
  throw keyNotFound(text)
}

export function viewKey(key: KeyRecord): Static<typeof keySchema> {
  return {
    id: key.id,
    account_id: key.accountId,
    kind: key.kind,
    livemode: key.livemode,
    name: key.name,
    hint: key.hint,
    roles: key.roles && [...key.roles],
    created_at: timestamp(key.createdAt),
    last_used_on: key.lastUsedOn?.toString() ?? null,
    expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
    revoked_at: key.revokedAt === null ? null : timestamp(key.revokedAt),
  }
}

export function viewNewKey({ record, credential }: NewKey): Static<typeof newKeySchema> {
  return { ...viewKey(record), key: credential }
}
