import { createDistributor, accountKeyTaken } from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { named } from '../wire/schema.ts'
import { accountSchema, createDistributorBody, viewAccount } from './account.ts'
import { invalidMember } from '../reasons.ts'

export function addCreateDistributor(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/distributors',
    {
      config: {
        access: 'manage',
        refuses: [
          invalidMember(
            'Members of the body are missing or not as described.',
            {
              code: 'invalid_value',
              field: 'key',
              rules: ['regex'],
              params: { regex: ['^[a-z][a-z0-9-]*$'] },
            },
            { code: 'required', field: 'name', rules: ['required'] },
          ),
          accountKeyTaken,
        ],
      },
      schema: {
        operationId: 'createDistributor',
        summary: 'Create a distributor',
        description:
          'An account for somebody who will sell the products. It needs keys before it can.',
        tags: ['Management'],
        body: named(createDistributorBody),
        response: { 200: named(accountSchema) },
      },
    },
    async (request, reply) => {
      const replay = replayOf(reply, viewAccount)
      return viewAccount(await createDistributor(deps, callerOf(request), request.body, replay))
    },
  )
}
