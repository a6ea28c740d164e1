import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import {
  type SignedIn,
  acceptInvitation,
  linkUnknown,
  passwordRequired,
  passwordTooCommon,
  passwordTooLong,
  passwordTooShort,
  passwordsBusy,
  signInFirst,
} from '../../../people/index.ts'
import { Refusal } from '../../../kernel/index.ts'
import { findPerson } from '../../access/person.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { viewPerson, viewSession } from '../person.ts'
import { signInRequestOf } from '../answer-sign-in.ts'
import { joinedExample } from './examples.ts'
import { acceptBody, joinedSchema, secretMissing } from './link.ts'

export function addAcceptInvitation(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/links/accept',
    {
      config: {
        access: 'open',
        refuses: [
          secretMissing,
          linkUnknown,
          passwordRequired,
          passwordTooShort,
          passwordTooLong,
          passwordTooCommon,
          signInFirst,
          passwordsBusy,
          unavailable,
        ],
      },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'A person who is new chooses a password, and is signed in. A person who has signed in ' +
          'before, for another account, has to be signed in: then the session opens this account too.',
        tags: ['People'],
        body: named(acceptBody),
        response: { 200: exampled(joinedSchema, 'The person and the session.', joinedExample) },
      },
    },
    async (request, reply): Promise<Static<typeof joinedSchema>> => {
      const { secret, password = null, name = null } = request.body
      const person = await personOrNobody(request, reply)
      const from = signInRequestOf(request)
      const joined = await acceptInvitation(deps, { secret, password, name }, person, from)
      if (joined.secret !== null) app.cookies.write(reply, joined.secret)
      const { user, session } = joined
      return { person: viewPerson(user), session: viewSession(session, session.id) }
    },
  )

  /** The call is open: a session that has ended is as good as none. */
  async function personOrNobody(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignedIn | null> {
    const secret = app.cookies.secretOf(request)
    if (secret === null) return null
    try {
      return await findPerson({ sessions: deps.sessions, cookies: app.cookies }, secret, reply)
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'authentication_required') return null
      throw error
    }
  }
}
