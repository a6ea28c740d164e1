import { Type } from '../../wire/type.ts'
import { listKeys } from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import { viewAllowed } from '../../access/allowed.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { keysExample } from './examples.ts'
import { keySchema, viewKey } from './key.ts'

export function addListKeys(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/keys',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listKeys',
        summary: 'List keys',
        description: 'The keys of all managed accounts, newest first, without their secrets.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(keySchema)), 'The keys.', keysExample),
        },
      },
    },
    async (request) =>
      (await listKeys(deps.db, callerOf(request))).map(({ record, refusalOfRotation }) => {
        const acts = {
          rotate: ['rotateKey', refusalOfRotation],
          revoke: ['revokeKey', null],
        } as const
        return { ...viewKey(record), allowed: viewAllowed(request, acts) }
      }),
  )
}
