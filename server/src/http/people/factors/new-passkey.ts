import {
  currentPasswordWrong,
  optionsForNewPasskey,
  passkeysNeedName,
  passwordsBusy,
  relyingPartyOf,
  signInSlowed,
  tooManyPasskeys,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { placeOf } from '../answer-sign-in.ts'
import { creationOptionsExample } from './examples.ts'
import { newPasskeyBody, passkeyOptionsSchema } from './passkey.ts'
import { passwordNotText } from './totp.ts'

export function addNewPasskey(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/passkeys/options',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [
          needsPerson,
          passwordNotText,
          currentPasswordWrong,
          passkeysNeedName,
          tooManyPasskeys,
          signInSlowed,
          passwordsBusy,
        ],
      },
      schema: {
        operationId: 'optionsForNewPasskey',
        summary: 'Begin to add a passkey',
        description: 'Returns what the browser needs to create a passkey, and a ticket to add it.',
        tags: ['People'],
        body: named(newPasskeyBody),
        response: {
          200: exampled(passkeyOptionsSchema, 'Ticket and options.', creationOptionsExample),
        },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const rp = relyingPartyOf(deps.publicUrl, request.headers.origin)
      const place = placeOf(app, deps, request)
      return optionsForNewPasskey(deps, rp, person, request.body.current_password, place)
    },
  )
}
