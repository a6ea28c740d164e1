import type { UserId } from '../kernel/index.ts'
import type { Account, Grant } from '../identity/index.ts'

/** A person. */
export interface User {
  readonly id: UserId
  /** In lower case; no two people have the same. */
  readonly email: string
  readonly name: string
  /** Null for a person who signs in otherwise. */
  readonly passwordHash: string | null
  readonly createdAt: Temporal.Instant
  /** Since when the person may no longer sign in. */
  readonly deactivatedAt: Temporal.Instant | null
}

/** An account that a person belongs to. */
export interface Membership {
  readonly account: Account
  /** The keys of roles. */
  readonly roles: readonly string[]
  readonly grants: readonly Grant[]
  /** Whether the account opens only to those who have proven two factors. */
  readonly requiresSecondFactor: boolean
}

const emailLengthMax = 254

/** The form in which addresses are stored and compared; null where it is none. */
export function readEmail(text: string): string | null {
  const email = text.normalize('NFC').trim().toLowerCase()
  return email.length <= emailLengthMax && /^[^\s@]+@[^\s@]+$/.test(email) ? email : null
}
