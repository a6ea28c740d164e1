import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import {
  currentPasswordWrong,
  emailInvalid,
  passwordsBusy,
  requestEmailChange,
  signInSlowed,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named, text, timestampText } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { placeOf } from '../answer-sign-in.ts'
import { changeEmailExample, emailChangeExample } from './examples.ts'

export const changeEmailBody = Type.Object(
  {
    current_password: Type.String({ maxLength: 1024, description: 'Your password.' }),
    email: Type.String({ minLength: 1, maxLength: 254, description: 'The new e-mail address.' }),
  },
  { $id: 'ChangeEmail', examples: [changeEmailExample] },
)

const emailChangeSchema = Type.Object({
  email: text('The new e-mail address.'),
  expires_at: timestampText('Until when both addresses have to confirm it.'),
})

export function addChangeEmail(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/email',
    {
      config: {
        access: 'self',
        isRepeatable: true,
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'email',
            rules: ['required'],
          }),
          needsPerson,
          emailInvalid,
          currentPasswordWrong,
          signInSlowed,
          passwordsBusy,
        ],
      },
      schema: {
        operationId: 'changeEmail',
        summary: 'Ask for another e-mail address',
        description:
          'The address changes once the old and the new one have confirmed it. An administrator ' +
          'creates the two links with `POST /manage/users/{userId}/email_link`.',
        tags: ['People'],
        body: named(changeEmailBody),
        response: { 202: exampled(emailChangeSchema, 'The change, noted.', emailChangeExample) },
      },
    },
    async (request, reply) => {
      const person = ownerOf(request)
      const { current_password: currentPassword, email } = request.body
      const change = { currentPassword, email }
      const place = placeOf(app, deps, request)
      const link = await requestEmailChange(deps, person, change, place)
      const noted: Static<typeof emailChangeSchema> = {
        email: link.email,
        expires_at: timestamp(link.expiresAt),
      }
      return reply.code(202).send(noted)
    },
  )
}
