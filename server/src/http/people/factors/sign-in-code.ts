import {
  type GivenCode,
  codeRefused,
  signInSlowed,
  signInWithCode,
  ticketExpired,
} from '../../../people/index.ts'
import { invalidData } from '../../../kernel/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember, unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { answerSignedIn, placeOf, signInAnswerSchema, signInRequestOf } from '../answer-sign-in.ts'
import { signedInExample } from '../examples.ts'
import { signInCodeBody } from './totp.ts'

export function addSignInCode(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/sign_in/code',
    {
      config: {
        access: 'open',
        refuses: [missingMember('code'), ticketExpired, codeRefused, signInSlowed, unavailable],
      },
      schema: {
        operationId: 'signInWithCode',
        summary: 'Sign in: the second step',
        description:
          'Begins the session of a person whose password was right, by a code of the authenticator app or by a recovery code.',
        tags: ['People'],
        body: named(signInCodeBody),
        response: {
          200: exampled(named(signInAnswerSchema), 'The session.', signedInExample),
        },
      },
    },
    async (request, reply) => {
      const place = placeOf(app, deps, request)
      const { ticket, code, recovery_code: recoveryCode } = request.body
      const given = readGiven(code, recoveryCode)
      const begun = await signInWithCode(deps, ticket, given, place, signInRequestOf(request))
      return answerSignedIn(app, deps, reply, place, begun)
    },
  )
}

function readGiven(code: string | undefined, recoveryCode: string | undefined): GivenCode {
  if (code !== undefined) return { code }
  if (recoveryCode !== undefined) return { recoveryCode }
  throw invalidData([{ code: 'required', field: 'code', rules: ['required'] }], null)
}
