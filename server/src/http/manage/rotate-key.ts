import { rotateKey } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { managementErrors, rotateKeyErrors } from './errors.ts'
import { rotatedKeyExample } from './examples/accounts.ts'
import {
  newKeySchema,
  overlapHoursDefault,
  rotateKeyBody,
  viewNewKey,
  keyParams,
  readKeyId,
} from './wire/key.ts'

export function addRotateKey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/keys/:keyId/rotate',
    {
      config: { access: 'manage', shownOnce: 'key' },
      schema: {
        operationId: 'rotateKey',
        summary: 'Rotate a key',
        description:
          'Makes a new key of the same kind; the old one goes on working for the overlap.',
        tags: ['Management'],
        params: keyParams,
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
}
