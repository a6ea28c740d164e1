import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  type SignInPlace,
  type SignInRequest,
  type SignedInNow,
  mintBrowserToken,
  openBrowserToken,
} from '../../people/index.ts'
import { countedAs } from '../connection/client-address.ts'
import type { App, HttpDeps } from '../deps.ts'
import { named, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { sessionSchema, userSchema, viewPerson, viewSession } from './person.ts'

const orNothing = <Schema extends typeof userSchema | typeof sessionSchema>(
  schema: Schema,
  description: string,
) => Type.Unsafe<Static<Schema> | null>({ anyOf: [named(schema), { type: 'null' }], description })

export const signInAnswerSchema = Type.Object(
  {
    next: Type.Unsafe<'code' | null>({
      type: ['string', 'null'],
      enum: ['code', null],
      description:
        '`code` if the person has an authenticator app: send a code of it with the ticket to `/manage/sign_in/code`. Null if the person is signed in.',
    }),
    ticket: textOrNull('For the next step, for 5 minutes; null if the person is signed in.'),
    person: orNothing(userSchema, 'The person; null until signed in.'),
    session: orNothing(sessionSchema, 'The session; null until signed in.'),
  },
  { $id: 'SignInAnswer', description: 'A session, or what it still takes to begin one.' },
)

/** The request by which somebody signs in, for the session and the audit log. */
export function signInRequestOf(request: FastifyRequest): SignInRequest {
  if (request.cameFrom === null) throw new Error(`${request.url} does not read cookies`)
  return { ...request.cameFrom, userAgent: request.headers['user-agent'] ?? '' }
}

/** Where somebody tries to prove who they are. */
export function placeOf(app: App, deps: HttpDeps, request: FastifyRequest): SignInPlace {
  const token = app.cookies.browserOf(request)
  return {
    address: countedAs(signInRequestOf(request).address),
    known: token === null ? null : openBrowserToken(deps.keyRing, token),
  }
}

/** Writes the cookies of a session that has just begun. */
export function answerSignedIn(
  app: App,
  deps: HttpDeps,
  reply: FastifyReply,
  { known }: SignInPlace,
  { user, session, secret }: SignedInNow,
): Static<typeof signInAnswerSchema> {
  app.cookies.write(reply, secret)
  if (known?.userId !== user.id) {
    app.cookies.writeBrowser(reply, mintBrowserToken(deps.keyRing, user.id))
  }
  const person = viewPerson(user)
  return { next: null, ticket: null, person, session: viewSession(session, session.id) }
}
