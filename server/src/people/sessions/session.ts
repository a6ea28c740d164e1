import type { AccountId, SessionId, UserId } from '../../kernel/index.ts'
import type { Actor, KeyHolder } from '../../identity/index.ts'
import { grantsIn } from '../../identity/index.ts'
import { secondFactorRequired } from '../factors/reasons.ts'
import { accountNotNamed, notAMember } from '../reasons.ts'
import type { Membership, User } from '../user.ts'

/** How a person has proven who they are. */
export type SignInMethod = 'password' | 'password_and_code' | 'passkey' | 'single_sign_on' | 'link'

/** A person who is signed in, in one browser. */
export interface Session {
  readonly id: SessionId
  readonly userId: UserId
  /** The one account that it opens; null for all accounts of the person. */
  readonly accountId: AccountId | null
  readonly method: SignInMethod
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant
  readonly endedAt: Temporal.Instant | null
}

/** What a person can sign in with. */
export interface Factors {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  /** How many. */
  readonly passkeys: number
}

/** A session with everything that decides about a request. */
export interface SignedIn {
  readonly session: Session
  readonly user: Pick<User, 'id' | 'email' | 'name'>
  readonly factors: Factors
  /** Those that the session opens. */
  readonly memberships: readonly Membership[]
}

/** Where an account requires a second factor, sessions that began thus open only its setup. */
const oneFactor: readonly SignInMethod[] = ['password', 'link']

const idleHoursMax = 12
const daysMax = 14

/** When the session ends if it is not used again. */
export function expiryOf({ createdAt, lastSeenAt }: Session): Temporal.Instant {
  const idle = lastSeenAt.add({ hours: idleHoursMax })
  const absolute = createdAt.add({ hours: 24 * daysMax })
  return Temporal.Instant.compare(idle, absolute) < 0 ? idle : absolute
}

export function isOver(session: Session, now: Temporal.Instant): boolean {
  return session.endedAt !== null || Temporal.Instant.compare(expiryOf(session), now) <= 0
}

/** A session of one account shows and ends none of others: those belong to another insurer. */
export function reaches(from: Session, { accountId }: Session): boolean {
  return from.accountId === null || from.accountId === accountId
}

/** The person of a session, for the audit log. */
export function actorOf({ user, session }: Pick<SignedIn, 'user' | 'session'>): Actor {
  return { kind: 'user', id: user.id, sessionId: session.id }
}

/** What a request says about the account and the mode that it is for. */
export interface AskedFor {
  readonly accountId: string | null
  readonly livemode: boolean | null
  /** A change for an account has to say both. */
  readonly mustNameAccount: boolean
}

/** The person as a caller of one account, in one mode. */
export function callerOf({ session, user, memberships }: SignedIn, asked: AskedFor): KeyHolder {
  const isNamed = asked.accountId !== null && asked.livemode !== null
  if (asked.mustNameAccount && !isNamed) throw accountNotNamed()
  const [only, ...others] = memberships
  if (asked.accountId === null && (only === undefined || others.length > 0)) throw accountNotNamed()
  const membership =
    asked.accountId === null
      ? only
      : memberships.find(({ account }) => account.id === asked.accountId)
  if (membership === undefined) throw notAMember(asked.accountId ?? '')
  const livemode = asked.livemode ?? false
  return {
    account: membership.account,
    actor: actorOf({ user, session }),
    keyKind: 'secret',
    livemode,
    page: null,
    grants: grantsIn(membership.grants, livemode),
  }
}

/** Refuses a session that has proven one factor, if the account requires a second. */
export function assertSecondFactor({ session, memberships }: SignedIn, accountId: AccountId): void {
  if (!oneFactor.includes(session.method)) return
  const isRequired = memberships.some(
    ({ account, requiresSecondFactor }) => account.id === accountId && requiresSecondFactor,
  )
  if (isRequired) throw secondFactorRequired()
}
