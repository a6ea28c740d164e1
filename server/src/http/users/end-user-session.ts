import {
  accountNotFound,
  endUserSessions,
  grantExceedsOwn,
  notJoined,
  userNotFound,
  userSessionNotFound,
} from '../../management/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { replayOf } from '../idempotency/replay.ts'
import { personIds } from '../people/examples.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { userExample } from './examples.ts'
import { userIn, userParams, userQuery, userSchema, viewUser } from './user.ts'

export function addEndUserSession(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/users/:userId/sessions/:sessionId/end',
    {
      config: {
        access: 'shared',
        refuses: [notJoined, grantExceedsOwn, userNotFound, accountNotFound, userSessionNotFound],
      },
      schema: {
        operationId: 'endUserSession',
        summary: 'End a session of a person',
        description: 'The browser is signed out, on every server at once.',
        tags: ['Management'],
        params: Type.Object({
          ...userParams.properties,
          sessionId: pathId('The session.', personIds.session),
        }),
        querystring: userQuery,
        response: { 200: exampled(named(userSchema), 'The person.', userExample) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const of = { ...userIn(request, caller), sessionId: request.params.sessionId }
      return viewUser(await endUserSessions(deps, caller, of, replayOf(reply, viewUser)))
    },
  )
}
