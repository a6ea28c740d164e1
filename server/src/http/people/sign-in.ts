import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  type SignInRequest,
  openBrowserToken,
  passwordsBusy,
  signIn,
  signInRefused,
  signInSlowed,
  mintBrowserToken,
} from '../../people/index.ts'
import { countedAs } from '../connection/client-address.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invalidMember } from '../reasons.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { signInRequestExample, signedInExample } from './examples.ts'
import { sessionSchema, userSchema, viewPerson, viewSession } from './person.ts'

export const signInBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, description: 'The e-mail address.' }),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The password.' }),
  },
  { $id: 'SignIn', examples: [signInRequestExample] },
)

const signedInSchema = Type.Object({ person: named(userSchema), session: named(sessionSchema) })

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
        ],
      },
      schema: {
        operationId: 'signIn',
        summary: 'Sign in',
        description:
          'Begins a session. The response sets its cookie, which is read under `/manage` and `/console` only.',
        tags: ['People'],
        body: named(signInBody),
        response: {
          200: exampled(signedInSchema, 'The person and the session.', signedInExample),
        },
      },
    },
    async (request, reply): Promise<Static<typeof signedInSchema>> => {
      const token = app.cookies.browserOf(request)
      const known = token === null ? null : openBrowserToken(deps.keyRing, token)
      const from = signInRequestOf(request)
      const address = countedAs(from.address)
      const signedIn = await signIn(deps, request.body, { address, known }, from)
      const { user, session, secret } = signedIn
      app.cookies.write(reply, secret)
      if (known?.userId !== user.id) {
        app.cookies.writeBrowser(reply, mintBrowserToken(deps.keyRing, user.id))
      }
      return { person: viewPerson(user), session: viewSession(session, session.id) }
    },
  )
}

/** The request by which somebody signs in, for the session and the audit log. */
export function signInRequestOf(request: FastifyRequest): SignInRequest {
  if (request.cameFrom === null) throw new Error(`${request.url} does not read cookies`)
  return { ...request.cameFrom, userAgent: request.headers['user-agent'] ?? '' }
}
