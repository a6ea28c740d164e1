import { confirmTotp, totpAlreadyOn, totpNotOn, wrongCode } from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { recoveryCodesExample } from './examples.ts'
import { confirmTotpBody, recoveryCodesSchema } from './totp.ts'

export function addConfirmTotp(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/totp/confirm',
    {
      config: {
        access: 'self',
        opensSecondFactor: true,
        isRepeatable: true,
        refuses: [needsPerson, missingMember('code'), wrongCode, totpNotOn, totpAlreadyOn],
      },
      schema: {
        operationId: 'confirmTotp',
        summary: 'Confirm the authenticator app',
        description:
          'From now on signing in with the password asks for a code. The recovery codes are shown only once. Your sessions in other browsers end.',
        tags: ['People'],
        body: named(confirmTotpBody),
        response: {
          200: exampled(recoveryCodesSchema, 'The recovery codes.', recoveryCodesExample),
        },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const codes = await confirmTotp(deps, person, request.body.code, request.cameFrom)
      return { recovery_codes: codes }
    },
  )
}
