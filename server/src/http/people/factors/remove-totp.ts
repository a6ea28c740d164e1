import {
  currentPasswordWrong,
  passwordsBusy,
  removeTotp,
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
import { meExample } from '../examples.ts'
import { factorsSchema, viewFactors } from '../person.ts'
import { passwordNotText, removeTotpBody } from './totp.ts'

export function addRemoveTotp(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/totp/remove',
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
        operationId: 'removeTotp',
        summary: 'Remove the authenticator app',
        description:
          'Needs the current password or a code. Recovery codes end with the authenticator app.',
        tags: ['People'],
        body: named(removeTotpBody),
        response: {
          200: exampled(named(factorsSchema), 'What you can sign in with now.', {
            ...meExample.factors,
            has_totp: false,
          }),
        },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const { current_password: currentPassword, code } = request.body
      const place = placeOf(app, deps, request)
      await removeTotp(deps, person, { currentPassword, code }, place, request.cameFrom)
      return viewFactors({ ...person.factors, hasTotp: false })
    },
  )
}
