import type { Static } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import type { Limit, Permission } from '../../identity/index.ts'
import { type Factors, type Session, type SignedIn, expiryOf } from '../../people/index.ts'
import { allowed } from '../access/allowed.ts'
import { flag, oneOf, text, timestampText } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'

export const userSchema = Type.Object(
  {
    id: text('The person.'),
    email: text('The e-mail address by which the person signs in.'),
    name: text('The name of the person.'),
  },
  { $id: 'Person', description: 'A person who signs in.' },
)

const methods = ['password', 'password_and_code', 'passkey', 'single_sign_on', 'link']

export const sessionSchema = Type.Object(
  {
    id: text('The session.'),
    is_current: flag('Whether it is the session of this request.'),
    method: oneOf(methods, 'How the person signed in.'),
    address: text('The network address from which the person signed in.'),
    user_agent: text('The browser, as it describes itself.'),
    created_at: timestampText('When the person signed in.'),
    last_seen_at: timestampText('When it was last used, to the minute.'),
    expires_at: timestampText('When it ends if it is not used again.'),
    allowed: Type.Optional(allowed('end')),
  },
  { $id: 'Session', description: 'A browser in which a person is signed in.' },
)

export const grantSchema = Type.Object(
  {
    permission: text('The permission, for example `policies.cancel`.'),
    limits: Type.Array(
      Type.Object({
        product_ids: Type.Unsafe<readonly string[] | null>({
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'The products that it is limited to; null for all.',
        }),
        distributor_ids: Type.Unsafe<readonly string[] | null>({
          type: ['array', 'null'],
          items: { type: 'string' },
          description: 'The distributors that it is limited to; null for all.',
        }),
      }),
      { description: 'What it covers: whatever one of these covers.' },
    ),
  },
  { $id: 'GrantedPermission', description: 'A permission that the caller has.' },
)

export const factorsSchema = Type.Object(
  {
    has_password: flag('Whether the person has a password.'),
    has_totp: flag('Whether the person has an authenticator app.'),
    passkeys: Type.Integer({ description: 'How many passkeys the person has.' }),
  },
  { $id: 'Factors', description: 'What a person can sign in with.' },
)

export function viewFactors(factors: Factors): Static<typeof factorsSchema> {
  const { hasPassword, hasTotp, passkeys } = factors
  return { has_password: hasPassword, has_totp: hasTotp, passkeys }
}

export function viewPerson({ id, email, name }: SignedIn['user']): Static<typeof userSchema> {
  return { id, email, name }
}

export function viewSession(session: Session, currentId: string): Static<typeof sessionSchema> {
  return {
    id: session.id,
    is_current: session.id === currentId,
    method: session.method,
    address: session.address,
    user_agent: session.userAgent,
    created_at: timestamp(session.createdAt),
    last_seen_at: timestamp(session.lastSeenAt),
    expires_at: timestamp(expiryOf(session)),
  }
}

export function viewGrant([permission, limits]: readonly [Permission, readonly Limit[]]): Static<
  typeof grantSchema
> {
  return {
    permission,
    limits: limits.map(({ productIds, distributorIds }) => ({
      product_ids: productIds,
      distributor_ids: distributorIds,
    })),
  }
}
