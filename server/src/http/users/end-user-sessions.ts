import {
  accountNotFound,
  endUserSessions,
  grantExceedsOwn,
  notJoined,
  userNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { userExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addEndUserSessions(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/end_sessions',
    {
      config: {
        access: 'shared',
        refuses: [notJoined, grantExceedsOwn, userNotFound, accountNotFound],
      },
      schema: {
        operationId: 'endUserSessions',
        summary: 'End all sessions of a person',
        description: 'Ends every session that opens the account, on every server at once.',
        tags: ['Management'],
        params: userParams,
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', userExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = { ...userIn(request, caller), sessionId: null }
      return viewUser(await endUserSessions(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
