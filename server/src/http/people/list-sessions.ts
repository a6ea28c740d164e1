import { allAllowed } from '../wire/example-ids.ts'
import { reaches, selectSessions } from '../../people/index.ts'
import { personOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { needsPerson } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { sessionExample } from './examples.ts'
import { sessionSchema, viewSession } from './person.ts'

export function addListSessions(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/sessions',
    {
      config: { access: 'self', opensSecondFactor: true, refuses: [needsPerson] },
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description:
          'The browsers in which you are signed in, newest first. A session that began by single sign-on shows those of its account.',
        tags: ['People'],
        response: {
          200: exampled(Type.Array(named(sessionSchema)), 'Your sessions.', [
            { ...sessionExample, allowed: allAllowed('end') },
          ]),
        },
      },
    },
    async (request) => {
      const { user, session: current } = personOf(request)
      const allowed = viewAllowed(request, { end: ['endSession', null] })
      const sessions = await selectSessions(deps.db, user.id, deps.clock())
      return sessions
        .filter((session) => reaches(current, session))
        .map((session) => ({ ...viewSession(session, current.id), allowed }))
    },
  )
}
