import type { AccountId } from '../../../kernel/index.ts'
import {
  accountNotFound,
  grantExceedsOwn,
  issueKey,
  keyExceedsOwn,
  publicKeyWithRoles,
  unknownRole,
} from '../../../management/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { replayOf } from '../../idempotency/replay.ts'
import { named } from '../../wire/schema.ts'
import { createKeyBody, newKeySchema, viewNewKey } from './key.ts'
import { invalidMember } from '../../reasons.ts'

export function addCreateKey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/keys',
    {
      config: {
        access: 'manage',
        shownOnce: 'key',
        refuses: [
          invalidMember(
            'A member of the body is missing or invalid.',
            {
              code: 'invalid_value',
              field: 'kind',
              rules: ['in'],
              params: { in: ['public', 'secret'] },
            },
            { code: 'required', field: 'name', rules: ['required'] },
          ),
          publicKeyWithRoles,
          unknownRole,
          grantExceedsOwn,
          keyExceedsOwn,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'createKey',
        summary: 'Create a key',
        description:
          'The response contains the key, which is shown only once. A key with `roles` is a ' +
          'restricted key. Nobody gives a key more permissions than they have themselves.',
        tags: ['Management'],
        body: named(createKeyBody),
        response: { 200: named(newKeySchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const { account_id: accountId = caller.account.id, kind, livemode, name } = request.body
      const { roles = null } = request.body
      const issue = {
        accountId: accountId as AccountId, // Only looked up.
        kind: kind === 'public' ? 'public' : 'secret',
        livemode,
        name,
        roles: roles && [...new Set(roles)],
      } as const
      return viewNewKey(await issueKey(deps, caller, issue, replayOf(reply, viewNewKey)))
    },
  )
}
