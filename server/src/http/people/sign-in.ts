import type { Static } from 'typebox'
import { passwordsBusy, signIn, signInRefused, signInSlowed } from '../../people/index.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember, unavailable } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { answerSignedIn, placeOf, signInAnswerSchema, signInRequestOf } from './answer-sign-in.ts'
import { signInRequestExample, signedInExample } from './examples.ts'

export const signInBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, description: 'The e-mail address.' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The password.' }),
  },
  { $id: 'SignIn', examples: [signInRequestExample] },
)

export function addSignIn(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sign_in',
    {
      config: {
        access: 'open',
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'password',
            rules: ['required'],
          }),
          signInRefused,
          signInSlowed,
          passwordsBusy,
          unavailable,
        ],
      },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Begins a session. The response sets its cookie, which is read under `/manage` and `/console` only. A person with an authenticator app gets a ticket for the second step instead.',
        tags: ['People'],
        body: named(signInBody),
        response: {
          200: exampled(
            named(signInAnswerSchema),
            'The session, or the next step.',
            signedInExample,
          ),
        },
      },
    },
    async (request, reply): Promise<Static<typeof signInAnswerSchema>> => {
      const place = placeOf(app, deps, request)
      const outcome = await signIn(deps, request.body, place, signInRequestOf(request))
      if ('ticket' in outcome) {
        return { next: 'code', ticket: outcome.ticket, person: null, session: null }
      }
      return answerSignedIn(app, deps, reply, place, outcome)
    },
  )
}
