import {
  changePassword,
  currentPasswordWrong,
  passwordTooCommon,
  passwordTooLong,
  passwordTooShort,
  passwordsBusy,
  signInSlowed,
} from '../../../people/index.ts'
import { ownerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember, needsPerson } from '../../reasons.ts'
import { exampled } from '../../wire/exampled.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { placeOf } from '../answer-sign-in.ts'
import { personExample } from '../examples.ts'
import { userSchema, viewPerson } from '../person.ts'
import { changePasswordExample } from './examples.ts'

export const changePasswordBody = Type.Object(
  {
    current_password: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 'The current password. Not needed for an hour after signing in by a link.',
      }),
    ),
    password: Type.String({ minLength: 1, maxLength: 1024, description: 'The new password.' }),
  },
  { $id: 'ChangePassword', examples: [changePasswordExample] },
)

export function addChangePassword(app: App, deps: HttpDeps): void {
  app.post(
    '/manage/me/password',
    {
      config: {
        access: 'self',
        isRepeatable: true,
        refuses: [
          invalidMember('A member of the body is missing or invalid.', {
            code: 'required',
            field: 'password',
            rules: ['required'],
          }),
          needsPerson,
          currentPasswordWrong,
          passwordTooShort,
          passwordTooLong,
          passwordTooCommon,
          signInSlowed,
          passwordsBusy,
        ],
      },
      schema: {
        operationId: 'changePassword',
        summary: 'Change your password',
        description: 'All other sessions of yours end.',
        tags: ['People'],
        body: named(changePasswordBody),
        response: { 200: exampled(named(userSchema), 'You.', personExample) },
      },
    },
    async (request) => {
      const person = ownerOf(request)
      const { current_password: currentPassword, password } = request.body
      const place = placeOf(app, deps, request)
      await changePassword(deps, person, { currentPassword, password }, place, request.cameFrom)
      return viewPerson(person.user)
    },
  )
}
