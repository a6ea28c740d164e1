import {
  beginTotp,
  currentPasswordWrong,
  passwordsBusy,
  signInSlowed,
  totpAlreadyOn,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, text } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { placeOf } from '../answer-sign-in.ts'
import { newTotpExample } from './examples.ts'
import { beginTotpBody, passwordNotText } from './totp.ts'

const newTotpSchema = Type.Object({
  secret: text('The secret for the authenticator app, in base32.'),
  otpauth_uri: text('The same as an address, for a QR code.'),
})

export function addBeginTotp(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/totp',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [
          needsPerson,
          passwordNotText,
          currentPasswordWrong,
          totpAlreadyOn,
          signInSlowed,
          passwordsBusy,
        ],
      },
      schema: {
        operationId: 'beginTotp',
        summary: 'Set up an authenticator app',
        description:
          'Creates a secret for the authenticator app, which is shown only once. It counts after its first code is confirmed.',
        tags: ['People'],
        body: named(beginTotpBody),
        response: { 200: exampled(newTotpSchema, 'The secret.', newTotpExample) },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const place = placeOf(app, deps, request)
      const { secret, uri } = await beginTotp(deps, person, request.body.current_password, place)
      return { secret, otpauth_uri: uri }
    },
  )
}
