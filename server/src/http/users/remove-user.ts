import {
  accountNotFound,
  grantExceedsOwn,
  removeUser,
  userNotFound,
} from '../../management/index.ts'
import { lastAdministrator } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { userExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addRemoveUser(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/remove',
    {
      config: {
        access: 'shared',
        refuses: [grantExceedsOwn, lastAdministrator, userNotFound, accountNotFound],
      },
      schema: {
        operationId: 'removeUser',
        summary: 'Remove a person from an account',
        description:
          'The person does not belong to the account any more. Personal tokens for it stop working at once. An invitation that is not accepted yet is withdrawn.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', userExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = userIn(request, caller)
      return viewUser(await removeUser(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
