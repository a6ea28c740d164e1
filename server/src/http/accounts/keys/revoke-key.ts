import { revokeManagedKey, keyNotFound } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { revokedKeyExample } from './examples.ts'
import { keySchema, viewKey, keyParams, readKeyId } from './key.ts'

export function addRevokeKey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/keys/:keyId/revoke',
    {
      config: { access: 'manage', refuses: [keyNotFound] },
      schema: {
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description: 'The key stops working at once, on every process.',
        tags: ['Management'],
        params: keyParams,
        response: {
          200: exampled(named(keySchema), 'The revoked key.', revokedKeyExample),
        },
      },
    },
    async (request, reply) => {
      const keyId = readKeyId(request.params.keyId)
      return viewKey(
        await revokeManagedKey(deps, callerOf(request), keyId, replayOf(reply, viewKey)),
      )
    },
  )
}
