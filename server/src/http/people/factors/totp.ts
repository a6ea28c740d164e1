import { invalidMember } from '../../reasons.ts'
import { text } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { ticketExample } from './examples.ts'

const secretText = (description: string, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, description })

export const ticketText = secretText('The ticket of the step before.', 2_000)
const codeText = secretText('The six digits that the authenticator app shows now.', 20)
export const currentPassword = secretText(
  'The current password. Required if the person has one.',
  1_024,
)

export const passwordNotText = invalidMember('`current_password` is not a text.', {
  code: 'invalid_value',
  field: 'current_password',
  rules: ['string'],
})

export const beginTotpBody = Type.Object(
  { current_password: Type.Optional(currentPassword) },
  { $id: 'BeginTotp', examples: [{ current_password: 'seven calm otters read maps' }] },
)

export const confirmTotpBody = Type.Object(
  { code: codeText },
  { $id: 'ConfirmTotp', examples: [{ code: '287082' }] },
)

const proof = { current_password: Type.Optional(currentPassword), code: Type.Optional(codeText) }

export const removeTotpBody = Type.Object(proof, {
  $id: 'RemoveTotp',
  examples: [{ code: '287082' }],
})

export const renewRecoveryCodesBody = Type.Object(proof, {
  $id: 'RenewRecoveryCodes',
  examples: [{ code: '287082' }],
})

export const recoveryCodesSchema = Type.Object({
  recovery_codes: Type.Array(text('A code that counts once, instead of the authenticator app.'), {
    description: 'Ten codes. Keep them where you find them without the device.',
  }),
})

export const signInCodeBody = Type.Object(
  {
    ticket: ticketText,
    code: Type.Optional(codeText),
    recovery_code: Type.Optional(
      secretText('One of the recovery codes, instead of a code. It counts once.', 50),
    ),
  },
  { $id: 'SignInCode', examples: [{ ticket: ticketExample, code: '287082' }] },
)
