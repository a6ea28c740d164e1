import {
  accountNotFound,
  grantExceedsOwn,
  notJoined,
  ownSecondFactor,
  personOfOtherAccounts,
  removeSecondFactor,
  secondFactorNotOn,
  userNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { userExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addRemoveSecondFactor(app: App, deps: HttpDeps): void {
  app.delete(
    '/manage/users/:userId/second_factor',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [
          notJoined,
          secondFactorNotOn,
          grantExceedsOwn,
          personOfOtherAccounts,
          ownSecondFactor,
          userNotFound,
          accountNotFound,
        ],
      },
      schema: {
        operationId: 'removeSecondFactor',
        summary: 'Remove a lost authenticator app of a person',
        description:
          'The recovery codes end with it, and so do the sessions of the person, on every server. The password alone signs the person in from now on, until they set up another app. Check first who is asking. Possible for people who belong to no account but those that you manage, and who have no permission that you lack; never for yourself.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', userExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = userIn(request, caller)
      return viewUser(await removeSecondFactor(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
