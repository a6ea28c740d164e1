import type { AccountId } from '../../kernel/index.ts'
import { issueKey } from '../../management/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { receiptOf } from '../receipt.ts'
import { named } from '../wire/schema.ts'
import { createKeyErrors, managementErrors } from './errors.ts'
import { createKeyBody, newKeySchema, viewNewKey } from './wire/key.ts'

export function addCreateKey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/keys',
    {
      config: { access: 'manage', shownOnce: 'key' },
      schema: {
        operationId: 'createKey',
        summary: 'Create a key',
        description: 'The answer shows the key, for the only time.',
        tags: ['Management'],
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
}
