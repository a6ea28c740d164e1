import {
  grantExceedsOwn,
  keyExceedsOwn,
  keyNotFound,
  keyRevoked,
  keyRotated,
  rotateKey,
} from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { rotatedKeyExample } from './examples.ts'
import {
  newKeySchema,
  overlapHoursDefault,
  rotateKeyBody,
  viewNewKey,
  keyParams,
  readKeyId,
} from './key.ts'
import { invalidMember } from '../../reasons.ts'

export function addRotateKey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/keys/:keyId/rotate',
    {
      config: {
        access: 'manage',
        shownOnce: 'key',
        refuses: [
          invalidMember('`overlap_hours` is too large.', {
            code: 'invalid_value',
            field: 'overlap_hours',
            rules: ['max'],
            params: { max: ['720'] },
          }),
          keyRevoked,
          keyRotated,
          grantExceedsOwn,
          keyExceedsOwn,
          keyNotFound,
        ],
      },
      schema: {
        operationId: 'rotateKey',
        summary: 'Rotate a key',
        description:
          'Creates a new key of the same kind and roles. The old key keeps working during the overlap.',
        tags: ['Management'],
        params: keyParams,
        body: named(rotateKeyBody),
        response: {
          200: exampled(named(newKeySchema), 'The new key.', rotatedKeyExample),
        },
      },
    },
    async (request, reply) => {
      const overlapHours = request.body.overlap_hours ?? overlapHoursDefault
      const keyId = readKeyId(request.params.keyId)
      const replay = replayOf(reply, viewNewKey)
      return viewNewKey(await rotateKey(deps, callerOf(request), { keyId, overlapHours }, replay))
    },
  )
}
