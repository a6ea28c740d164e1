import {
  accountNotFound,
  grantExceedsOwn,
  notJoined,
  personOfOtherAccounts,
  reactivateUser,
  userNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { userExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addReactivateUser(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/reactivate',
    {
      config: {
        access: 'shared',
        mayNeedSecondPerson: true,
        refuses: [notJoined, grantExceedsOwn, personOfOtherAccounts, userNotFound, accountNotFound],
      },
      schema: {
        operationId: 'reactivateUser',
        summary: 'Reactivate a person',
        description: 'The person can sign in again. Personal tokens stay revoked.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', userExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = userIn(request, caller)
      return viewUser(await reactivateUser(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
