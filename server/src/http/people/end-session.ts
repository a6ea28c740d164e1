import { endOwnSession, sessionNotFound } from '../../people/index.ts'
import { personOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { needsPerson } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { personIds, sessionExample } from './examples.ts'
import { sessionSchema, viewSession } from './person.ts'

export function addEndSession(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sessions/:sessionId/end',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [needsPerson, sessionNotFound],
      },
      schema: {
        operationId: 'endSession',
        summary: 'End one of your sessions',
        description: 'The browser is signed out, on every server at once.',
        tags: ['People'],
        params: Type.Object({ sessionId: pathId('The session.', personIds.session) }),
        response: { 200: exampled(named(sessionSchema), 'The ended session.', sessionExample) },
      },
    },
    async (request) => {
      const person = personOf(request)
      const ended = await endOwnSession(deps, person, request.params.sessionId, request.cameFrom)
      return viewSession(ended, person.session.id)
    },
  )
}
