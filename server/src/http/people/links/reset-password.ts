import {
  linkUnknown,
  passwordTooCommon,
  passwordTooLong,
  passwordTooShort,
  passwordsBusy,
  resetPassword,
} from '../../../people/index.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { unavailable } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { personExample } from '../examples.ts'
import { userSchema, viewPerson } from '../person.ts'
import { resetBody, secretMissing } from './link.ts'

export function addResetPassword(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/links/reset',
    {
      config: {
        access: 'open',
        refuses: [
          secretMissing,
          linkUnknown,
          passwordTooShort,
          passwordTooLong,
          passwordTooCommon,
          passwordsBusy,
          unavailable,
        ],
      },
      schema: {
        operationId: 'resetPassword',
        summary: 'Set a new password by a link',
        description:
          'All sessions of the person end. The person then signs in with the new password, and ' +
          'with the second factor if there is one.',
        tags: ['People'],
        body: named(resetBody),
        response: { 200: exampled(named(userSchema), 'The person.', personExample) },
      },
    },
    async (request) => viewPerson(await resetPassword(deps, request.body, request.cameFrom)),
  )
}
