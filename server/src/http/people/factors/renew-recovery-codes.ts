import {
  currentPasswordWrong,
  passwordsBusy,
  renewRecoveryCodes,
  signInSlowed,
  totpNotOn,
  wrongCode,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { placeOf } from '../answer-sign-in.ts'
import { recoveryCodesExample } from './examples.ts'
import { passwordNotText, recoveryCodesSchema, renewRecoveryCodesBody } from './totp.ts'

export function addRenewRecoveryCodes(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/totp/recovery_codes',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [
          needsPerson,
          passwordNotText,
          currentPasswordWrong,
          wrongCode,
          totpNotOn,
          signInSlowed,
          passwordsBusy,
        ],
      },
      schema: {
        operationId: 'renewRecoveryCodes',
        summary: 'Get new recovery codes',
        description:
          'Needs the current password or a code of the authenticator app. The codes are shown only once, and those that you had before no longer count.',
        tags: ['People'],
        body: named(renewRecoveryCodesBody),
        response: {
          200: exampled(recoveryCodesSchema, 'The recovery codes.', recoveryCodesExample),
        },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const { current_password: currentPassword, code } = request.body
      const place = placeOf(app, deps, request)
      const proof = { currentPassword, code }
      const codes = await renewRecoveryCodes(deps, person, proof, place, request.cameFrom)
      return { recovery_codes: codes }
    },
  )
}
