import {
  accountNotFound,
  deactivateUser,
  grantExceedsOwn,
  notJoined,
  personOfOtherAccounts,
  userNotFound,
} from '../../management/index.ts'
import { lastAdministrator } from '../../people/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { deactivatedUserExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addDeactivateUser(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/deactivate',
    {
      config: {
        access: 'shared',
        refuses: [
          notJoined,
          grantExceedsOwn,
          personOfOtherAccounts,
          lastAdministrator,
          userNotFound,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'deactivateUser',
        summary: 'Deactivate a person',
        description:
          'The person cannot sign in any more. Sessions and personal tokens end at once, on every server. Possible for people who belong to no account but those that you manage; remove others from your account instead.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', deactivatedUserExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = userIn(request, caller)
      return viewUser(await deactivateUser(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
