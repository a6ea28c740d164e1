import { Type } from 'typebox'
import { type AccountId, type KeyId, Refusal, isId } from '../../kernel/index.ts'
import { issueKey, listKeys, rotateKey, withdrawKey } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { createKeyErrors, keyNotFound, managementErrors, rotateKeyErrors } from './errors.ts'
import {
  accountIds,
  keysExample,
  revokedKeyExample,
  rotatedKeyExample,
} from './examples/accounts.ts'
import {
  createKeyBody,
  keySchema,
  newKeySchema,
  overlapHoursDefault,
  rotateKeyBody,
  viewKey,
  viewNewKey,
} from './key-wire.ts'

export function addKeys(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const params = Type.Object({ keyId: pathId('The key.', accountIds.key) })
  app.get(
    '/manage/keys',
    {
      config,
      schema: {
        operationId: 'listKeys',
        summary: 'List keys',
        description: 'The keys of all managed accounts, newest first, without their secrets.',
        tags,
        response: {
          200: exampled(Type.Array(named(keySchema)), 'The keys.', keysExample),
          ...managementErrors(),
        },
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
        response: { 200: named(newKeySchema), ...managementErrors(...createKeyErrors) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { account_id: accountId = caller.account.id, kind, livemode, name } = request.body
      const order = {
        accountId: accountId as AccountId, // Only looked up.
        kind: kind === 'public' ? 'public' : 'secret',
        livemode,
        name,
      } as const
      return viewNewKey(await issueKey(deps, caller, order, receiptOf(reply, viewNewKey)))
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
        response: {
          200: exampled(named(newKeySchema), 'The new key.', rotatedKeyExample),
          ...managementErrors(...rotateKeyErrors),
        },
      },
    },
    async (request, reply) => {
      const overlapHours = request.body.overlap_hours ?? overlapHoursDefault
      const keyId = readKeyId(request.params.keyId)
      const receipt = receiptOf(reply, viewNewKey)
      return viewNewKey(await rotateKey(deps, callerOf(request), { keyId, overlapHours }, receipt))
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
        response: {
          200: exampled(named(keySchema), 'The key that was revoked.', revokedKeyExample),
          ...managementErrors(keyNotFound),
        },
      },
    },
    async (request, reply) => {
      const keyId = readKeyId(request.params.keyId)
      return viewKey(await withdrawKey(deps, callerOf(request), keyId, receiptOf(reply, viewKey)))
    },
  )
}

function readKeyId(text: string): KeyId {
  if (isId('key', text)) return text
  throw new Refusal('not_found', `Key ${text} was not found.`)
}
