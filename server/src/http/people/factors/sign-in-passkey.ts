import {
  passkeyRefused,
  passkeysNeedName,
  relyingPartyOf,
  signInSlowed,
  signInWithPasskey,
  ticketExpired,
} from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember, unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { answerSignedIn, placeOf, signInAnswerSchema, signInRequestOf } from '../answer-sign-in.ts'
import { sessionExample, signedInExample } from '../examples.ts'
import { signInPasskeyBody } from './passkey.ts'

export function addSignInPasskey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sign_in/passkey',
    {
      config: {
        access: 'open',
        refuses: [
          missingMember('ticket'),
          ticketExpired,
          passkeyRefused,
          passkeysNeedName,
          signInSlowed,
          unavailable,
        ],
      },
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey',
        description: 'Begins a session. A passkey counts as both factors.',
        tags: ['People'],
        body: named(signInPasskeyBody),
        response: {
          200: exampled(named(signInAnswerSchema), 'The session.', {
            ...signedInExample,
            session: { ...sessionExample, method: 'passkey' },
          }),
        },
      },
    },
    async (request, reply) => {
      const place = placeOf(app, deps, request)
      const rp = relyingPartyOf(deps.publicUrl, request.headers.origin)
      const from = signInRequestOf(request)
      const begun = await signInWithPasskey(deps, rp, request.body, place, from)
      return answerSignedIn(app, deps, reply, place, begun)
    },
  )
}
