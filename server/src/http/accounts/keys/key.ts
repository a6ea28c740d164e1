import { type Static, Type } from 'typebox'
import { type KeyId, isId, timestamp } from '../../../kernel/index.ts'
import type { KeyRecord } from '../../../identity/index.ts'
import { type NewKey, keyNotFound } from '../../../management/index.ts'
import {
  flag,
  oneOf,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
  pathId,
} from '../../wire/schema.ts'
import { accountIds } from '../examples.ts'
import { keyRequestExample, newKeyExample, rotationRequestExample } from './examples.ts'

const overlapHoursMax = 720
export const overlapHoursDefault = 24

const keyFields = {
  id: text('The id of the key, which is not the key.'),
  account_id: text('Whose key it is.'),
  kind: oneOf(['public', 'secret'], 'What it may be used for.'),
  livemode: flag('True for live, false for test.'),
  name: text('What it is for.'),
  hint: text('Its last characters.'),
  created_at: timestampText('When it was made.'),
  last_used_on: textOrNull('The last day it was used.'),
  expires_at: timestampOrNull('When it stops working, after a rotation.'),
  revoked_at: timestampOrNull('When it was revoked.'),
}
export const keySchema = Type.Object(keyFields, {
  $id: 'Key',
  description: 'A key, without its secret.',
})
export const newKeySchema = Type.Object(
  {
    ...keyFields,
    key: Type.Optional(
      text('The key itself. It is shown this once: a repeated request gets none.'),
    ),
  },
  { $id: 'NewKey', description: 'A new key, with its secret.', examples: [newKeyExample] },
)
export const createKeyBody = Type.Object(
  {
    account_id: Type.Optional(
      Type.String({ maxLength: 100, description: 'Whose key; your own by default.' }),
    ),
    kind: oneOf(['public', 'secret'], 'What it may be used for.'),
    livemode: flag('True for live, false for test.'),
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What it is for.',
    }),
  },
  { $id: 'CreateKey', examples: [keyRequestExample] },
)
export const rotateKeyBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapHoursMax,
        description: `How long the old key goes on working; ${overlapHoursDefault} by default.`,
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
    created_at: timestamp(key.createdAt),
    last_used_on: key.lastUsedOn?.toString() ?? null,
    expires_at: key.expiresAt === null ? null : timestamp(key.expiresAt),
    revoked_at: key.revokedAt === null ? null : timestamp(key.revokedAt),
  }
}

export function viewNewKey({ record, credential }: NewKey): Static<typeof newKeySchema> {
  return { ...viewKey(record), key: credential }
}
