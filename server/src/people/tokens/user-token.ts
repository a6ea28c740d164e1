import { type AccountId, type UserId, type UserTokenId, randomHex } from '../../kernel/index.ts'

/** A token that a person uses in programs, for one account and mode. */
export interface UserToken {
  readonly id: UserTokenId
  readonly userId: UserId
  readonly accountId: AccountId
  readonly livemode: boolean
  readonly name: string
  /** The last digits, by which a person recognises it. */
  readonly hint: string
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
  readonly lastUsedOn: Temporal.PlainDate | null
  readonly revokedAt: Temporal.Instant | null
}

const randomDigits = 48

/** `ut_live_` and 192 random bits, as keys have them. */
export function mintUserToken(livemode: boolean): string {
  return `ut_${livemode ? 'live' : 'test'}_${randomHex(randomDigits)}`
}

export function isUserToken(credential: string): boolean {
  return credential.startsWith('ut_')
}
