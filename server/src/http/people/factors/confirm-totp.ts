import { confirmTotp, totpAlreadyOn, totpNotOn, wrongCode } from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { missingMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, text } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { recoveryCodesExample } from './examples.ts'
import { confirmTotpBody } from './totp.ts'

const recoveryCodesSchema = Type.Object({
  recovery_codes: Type.Array(text('A code that counts once, instead of the authenticator app.'), {
    description: 'Ten codes. Keep them where you find them without the device.',
  }),
})

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
