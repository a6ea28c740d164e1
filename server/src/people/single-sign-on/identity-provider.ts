import type { AccountId } from '../../kernel/index.ts'
import { type KeyRing, type Sealed, open, resealDataKey, seal } from '../../sealing/index.ts'

/** The OpenID Connect provider of an account, and what its people may do here. */
export interface IdentityProvider {
  readonly accountId: AccountId
  readonly issuer: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** The claim that lists the groups of a person. */
  readonly groupClaim: string
  /** The roles of each group. If there are any, they decide at each sign-in. */
  readonly groupRoles: Readonly<Record<string, readonly string[]>>
  /** For people without such a group. */
  readonly defaultRoles: readonly string[]
  /** Whether people whom nobody has invited join when they first sign in. */
  readonly justInTime: boolean
  /** Whether only sessions that began there open the account. */
  readonly enforced: boolean
  readonly createdAt: Temporal.Instant
  readonly changedAt: Temporal.Instant
}

/** With the sealed client secret. */
export interface StoredProvider extends IdentityProvider, Sealed {}

export function sealClientSecret(ring: KeyRing, accountId: AccountId, secret: string): Sealed {
  return seal(ring, bindingOf(accountId), Buffer.from(secret))
}

export function openClientSecret(ring: KeyRing, stored: StoredProvider): string {
  return open(ring, bindingOf(stored.accountId), stored).toString()
}

export function resealClientSecret(ring: KeyRing, stored: StoredProvider): Sealed {
  return resealDataKey(ring, bindingOf(stored.accountId), stored)
}

function bindingOf(accountId: AccountId): string {
  return `client secret of ${accountId}`
}
