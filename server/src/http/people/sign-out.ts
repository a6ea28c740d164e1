import { endOwnSession } from '../../people/index.ts'
import { personOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { needsPerson } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { sessionExample } from './examples.ts'
import { sessionSchema, viewSession } from './person.ts'

export function addSignOut(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sign_out',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [needsPerson],
      },
      schema: {
        operationId: 'signOut',
        summary: 'Sign out',
        description: 'Ends the session of this request, on every server at once.',
        tags: ['People'],
        response: { 200: exampled(named(sessionSchema), 'The ended session.', sessionExample) },
      },
    },
    async (request, reply) => {
      const person = personOf(request)
      await endOwnSession(deps, person, person.session.id, request.cameFrom)
      app.cookies.clear(reply)
      return viewSession(person.session, person.session.id)
    },
  )
}
