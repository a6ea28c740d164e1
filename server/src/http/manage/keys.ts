import { type Static, Type } from 'typebox'
import { type AccountId, type KeyId, Refusal, isId, timestamp } from '../../kernel/index.ts'
import type { KeyRecord } from '../../identity/index.ts'
import { type NewKey, issueKey, listKeys, rotateKey, withdrawKey } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import {
  flag,
  named,
  oneOf,
  pathId,
  text,
  textOrNull,
  timestampOrNull,
  timestampText,
} from '../wire/schema.ts'

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
  { ...keyFields, key: text('The key itself. It is shown this once.') },
  { $id: 'NewKey', description: 'A new key, with its secret.' },
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
      examples: ['web shop'],
    }),
  },
  { $id: 'CreateKey' },
)
const overlapHoursMax = 720
const overlapHoursDefault = 24
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
  { $id: 'RotateKey' },
)

export function addKeys(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const params = Type.Object({ keyId: pathId('The key.', 'key_01a1dd4f990214706f9ece885eea') })
  app.get(
    '/manage/keys',
    {
      config,
      schema: {
        operationId: 'listKeys',
        summary: 'List keys',
        description: 'The keys of all managed accounts, newest first, without their secrets.',
        tags,
        response: { 200: Type.Array(named(keySchema)) },
      },
    },
    async (request) => (await listKeys(deps.db, callerOf(request))).map(viewKey),
  )
  app.post(
    '/manage/keys',
    {
      config: { ...config, shownOnce: 'key' },
      schema: {
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'The answer shows the key, for the only time.',
        tags,
        body: named(createKeyBody),
        response: { 200: named(newKeySchema) },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const { account_id: accountId = caller.account.id, kind, livemode, name } = request.body
      const order = { accountId: accountId as AccountId, livemode, name } // Only looked up.
      return viewNewKey(
        await issueKey(deps, caller, { ...order, kind: kind === 'public' ? 'public' : 'secret' }),
      )
    },
  )
  app.post(
    '/manage/keys/:keyId/rotate',
    {
      config: { ...config, shownOnce: 'key' },
      schema: {
        operationId: 'rotateKey',
        summary: 'Rotate a key',
        description:
          'Makes a new key of the same kind; the old one goes on working for the overlap.',
        tags,
        params,
        body: named(rotateKeyBody),
        response: { 200: named(newKeySchema) },
      },
    },
    async (request) => {
      const overlapHours = request.body.overlap_hours ?? overlapHoursDefault
      const keyId = readKeyId(request.params.keyId)
      return viewNewKey(await rotateKey(deps, callerOf(request), { keyId, overlapHours }))
    },
  )
  app.post(
    '/manage/keys/:keyId/revoke',
    {
      config,
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'It stops working at once, on every process.',
        tags,
        params,
        response: { 200: named(keySchema) },
      },
    },
    async (request) =>
      viewKey(await withdrawKey(deps, callerOf(request), readKeyId(request.params.keyId))),
  )
}

function readKeyId(text: string): KeyId {
  if (isId('key', text)) return text
  throw new Refusal('not_found', `Key ${text} was not found.`)
}

function viewKey(key: KeyRecord): Static<typeof keySchema> {
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

function viewNewKey({ record, credential }: NewKey): Static<typeof newKeySchema> {
  return { ...viewKey(record), key: credential }
}
