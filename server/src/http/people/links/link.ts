import { sessionSchema, userSchema } from '../person.ts'
import { named } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { invalidMember } from '../../reasons.ts'
import { acceptExample, resetExample, resetRequestExample, secretExample } from './examples.ts'

const secret = Type.String({ minLength: 1, maxLength: 200, description: 'The secret of the link.' })
const password = Type.String({ minLength: 1, maxLength: 1024, description: 'The new password.' })

export const acceptBody = Type.Object(
  {
    secret,
    password: Type.Optional(password),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name; as invited by default.',
      }),
    ),
  },
  { $id: 'AcceptInvitation', examples: [acceptExample] },
)
export const resetBody = Type.Object(
  { secret, password },
  { $id: 'ResetPassword', examples: [resetExample] },
)
export const secretBody = Type.Object({ secret }, { $id: 'LinkSecret', examples: [secretExample] })
export const resetRequestBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254, description: 'The e-mail address.' }),
  },
  { $id: 'RequestPasswordReset', examples: [resetRequestExample] },
)

export const joinedSchema = Type.Object({
  person: named(userSchema),
  session: named(sessionSchema),
})

export const secretMissing = invalidMember('A member of the body is missing or invalid.', {
  code: 'required',
  field: 'secret',
  rules: ['required'],
})
