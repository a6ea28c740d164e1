import type { Static } from 'typebox'
import { linkUnknown, signInByLink } from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { viewPerson, viewSession } from '../person.ts'
import { signInRequestOf } from '../answer-sign-in.ts'
import { joinedExample } from './examples.ts'
import { joinedSchema, secretBody, secretMissing } from './link.ts'

export function addSignInByLink(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/links/sign_in',
    {
      config: { access: 'open', refuses: [secretMissing, linkUnknown, unavailable] },
      schema: {
        operationId: 'signInByLink',
        summary: 'Sign in by a link',
        description:
          'For the link that `npm run create-user` or the first start prints. In the next hour ' +
          'the person can set a password without the old one.',
        tags: ['People'],
        body: named(secretBody),
        response: { 200: exampled(joinedSchema, 'The person and the session.', joinedExample) },
      },
    },
    async (request, reply): Promise<Static<typeof joinedSchema>> => {
      const signedIn = await signInByLink(deps, request.body.secret, signInRequestOf(request))
      const { user, session, secret } = signedIn
      app.cookies.write(reply, secret)
      return { person: viewPerson(user), session: viewSession(session, session.id) }
    },
  )
}
