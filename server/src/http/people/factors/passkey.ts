import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Static } from 'typebox'
import { timestamp } from '../../../kernel/index.ts'
import type { Passkey } from '../../../people/index.ts'
import { allowed } from '../../access/allowed.ts'
import { anyObject, text, timestampOrNull, timestampText } from '../../wire/schema.ts'
import { Type } from '../../wire/type.ts'
import { addPasskeyExample, passkeyExample, signInWithPasskeyExample } from './examples.ts'
import { currentPassword, ticketText } from './totp.ts'

export const passkeySchema = Type.Object(
  {
    id: text('The passkey.'),
    name: text('How the person calls it.'),
    created_at: timestampText('When it was added.'),
    last_used_at: timestampOrNull('When the person last signed in with it.'),
    allowed: Type.Optional(allowed('remove')),
  },
  {
    $id: 'Passkey',
    description: 'A passkey, by which a person signs in.',
    examples: [passkeyExample],
  },
)

export function viewPasskey(passkey: Passkey): Static<typeof passkeySchema> {
  const { id, name, createdAt, lastUsedAt } = passkey
  return {
    id,
    name,
    created_at: timestamp(createdAt),
    last_used_at: lastUsedAt === null ? null : timestamp(lastUsedAt),
  }
}

/** What browsers hand to authenticators, with the ticket for their answer. */
export const passkeyOptionsSchema = Type.Object({
  ticket: text('For the answer, for 5 minutes. It counts once.'),
  options: anyObject('What `navigator.credentials` takes as `publicKey`, in the form of JSON.'),
})

const encoded = (description: string, maxLength: number) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
})
const credential = (description: string, answer: Readonly<Record<string, object>>) => ({
  type: 'object',
  additionalProperties: true,
  description,
  required: ['id', 'rawId', 'type', 'response'],
  properties: {
    id: encoded('How the authenticator calls the passkey, in base64url.', 2_000),
    rawId: encoded('The same as `id`.', 2_000),
    type: encoded('`public-key`.', 50),
    response: {
      description: 'What the authenticator has signed.',
      type: 'object',
      additionalProperties: true,
      required: Object.keys(answer).filter((member) => !optionalMembers.has(member)),
      properties: answer,
    },
  },
})
const clientDataJSON = encoded('What the browser says, in base64url.', 10_000)
const optionalMembers: ReadonlySet<string> = new Set(['transports', 'userHandle'])

export const newPasskeyBody = Type.Object(
  { current_password: Type.Optional(currentPassword) },
  { $id: 'NewPasskey', examples: [{ current_password: 'seven calm otters read maps' }] },
)

export const addPasskeyBody = Type.Object(
  {
    ticket: ticketText,
    name: Type.String({ minLength: 1, maxLength: 100, description: 'How you call it.' }),
    response: Type.Unsafe<RegistrationResponseJSON>(
      credential('The answer of the authenticator, as `toJSON()` writes it.', {
        clientDataJSON,
        attestationObject: encoded('The public key, in base64url.', 50_000),
        transports: {
          type: 'array',
          maxItems: 10,
          items: encoded('One of them.', 50),
          description: 'How the browser reaches the authenticator.',
        },
      }),
    ),
  },
  { $id: 'AddPasskey', examples: [addPasskeyExample] },
)

export const signInPasskeyBody = Type.Object(
  {
    ticket: ticketText,
    response: Type.Unsafe<AuthenticationResponseJSON>(
      credential('The answer of the authenticator, as `toJSON()` writes it.', {
        clientDataJSON,
        authenticatorData: encoded('What the authenticator says, in base64url.', 10_000),
        signature: encoded('The signature of both, in base64url.', 10_000),
        userHandle: {
          type: ['string', 'null'],
          maxLength: 200,
          description: 'The person whom the authenticator means, in base64url.',
        },
      }),
    ),
  },
  { $id: 'SignInPasskey', examples: [signInWithPasskeyExample] },
)
