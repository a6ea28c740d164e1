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
            'A member of the body is missing or invalid.',
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
          'Creates an account for a distributor who will sell your products. It needs keys ' +
          'before it can sell.',
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
