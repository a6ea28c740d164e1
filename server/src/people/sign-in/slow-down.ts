import { hash } from 'node:crypto'
import type { Clock, UserId } from '../../kernel/index.ts'
import type { Database, Queryable } from '../../database/index.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { signInSlowed } from '../reasons.ts'
import type { KnownBrowser } from './browser-token.ts'
import {
  countAttempt,
  forgetAttempts,
  selectWaitSeconds,
  takeBackAttempt,
} from './sign-in-failure-store.ts'

/** Whose failures are counted, and how many of them pass without a wait. */
export interface Counted {
  readonly subject: string
  readonly free: number
}

/** Where somebody tries to sign in. */
export interface SignInPlace {
  /** The network address, as addresses are counted. */
  readonly address: string
  /** The browser, if somebody has signed in with it before. */
  readonly known: KnownBrowser | null
}

export interface TryDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: PasswordHasher
}

const freePerPair = 5
const freePerAddress = 50
const freePerEmail = 50

/**
 * Slows down whoever guesses. Each failure beyond the free ones doubles the wait, up to a quarter of
 * an hour. The failures of strangers never count against a browser in which the person has signed in
 * before, so that nobody can be locked out.
 */
export function countedFor(
  email: string,
  userId: UserId | null,
  { address, known }: SignInPlace,
): Counted[] {
  const who = hash('sha256', email, 'hex')
  if (known !== null && known.userId === userId) {
    return [{ subject: `email ${who} browser ${known.browserId}`, free: freePerPair }]
  }
  return [
    addressCounted(address),
    { subject: `email ${who}`, free: freePerEmail },
    { subject: `email ${who} address ${address}`, free: freePerPair },
  ]
}

/** All failures from an address, whatever was tried. */
export function addressCounted(address: string): Counted {
  return { subject: `address ${address}`, free: freePerAddress }
}

/** Counts an attempt before it is tried, so that many at once are counted one by one. */
export async function assertNotTooOften(
  db: Queryable,
  counted: readonly Counted[],
  now: Temporal.Instant,
): Promise<void> {
  const passed = await countAttempt(db, counted, now)
  if (passed.length === counted.length) return
  // What was counted for the others is taken back: the attempt is not tried.
  await takeBackAttempt(db, passed)
  throw signInSlowed(await selectWaitSeconds(db, counted, now))
}

/**
 * Compares a password, unless it was guessed too often. An attempt that could not be made, since too
 * many passwords wait to be compared, does not count.
 */
export async function tryPassword(
  { db, clock, passwords }: TryDeps,
  counted: readonly Counted[],
  given: string,
  stored: string | null,
): Promise<boolean> {
  await assertNotTooOften(db, counted, clock())
  const isRight = await passwords.verify(given, stored).catch(async (error: unknown) => {
    await takeBackAttempt(db, subjectsOf(counted))
    throw error
  })
  if (isRight) await forgive(db, counted)
  return isRight
}

/** After a success the attempt was no failure, and this place has none any more. */
export async function forgive(db: Queryable, counted: readonly Counted[]): Promise<void> {
  const own = counted.at(-1)
  if (own !== undefined) await forgetAttempts(db, own.subject)
  await takeBackAttempt(db, subjectsOf(counted.slice(0, -1)))
}

function subjectsOf(counted: readonly Counted[]): string[] {
  return counted.map(({ subject }) => subject)
}
