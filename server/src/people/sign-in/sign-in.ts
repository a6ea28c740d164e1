import type { KeyRing } from '../../sealing/index.ts'
import { codeTicket } from '../factors/sign-in-with-code.ts'
import { selectTotp } from '../factors/totp-store.ts'
import { signInRefused } from '../reasons.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import type { Session } from '../sessions/session.ts'
import { type User, readEmail } from '../user.ts'
import { selectUserByEmail, updatePassword } from '../user-store.ts'
import { recordFailure } from './record-failure.ts'
import { type SignInPlace, type TryDeps, countedFor, tryPassword } from './slow-down.ts'

export interface SignInDeps extends TryDeps {
  readonly keyRing: KeyRing
}

/** A session that has just begun, with the secret of its cookie. */
export interface SignedInNow {
  readonly user: User
  readonly session: Session
  readonly secret: string
}

/**
 * Signs a person in by e-mail address and password. Whether or not the address is known, the same
 * statements run and one hash is computed. A person with an authenticator app gets a ticket for the
 * second step.
 */
export async function signIn(
  deps: SignInDeps,
  given: { readonly email: string; readonly password: string },
  place: SignInPlace,
  request: SignInRequest,
): Promise<SignedInNow | { readonly ticket: string }> {
  const { db, passwords } = deps
  const now = deps.clock()
  const email = readEmail(given.email) ?? given.email.toLowerCase()
  const found = await selectUserByEmail(db, email)
  const counted = countedFor(email, found?.id ?? null, place)
  const user = found?.deactivatedAt === null ? found : undefined
  const stored = user?.passwordHash ?? null
  const isRight = await tryPassword(deps, counted, given.password, stored)
  if (!isRight || user === undefined || stored === null) {
    await recordFailure(db, found?.id ?? null, request, now)
    throw signInRefused()
  }
  const passwordHash = passwords.isOutdated(stored) ? await passwords.hash(given.password) : stored
  if (passwordHash !== stored) await updatePassword(db, user.id, passwordHash)
  const totp = await selectTotp(db, user.id)
  if (totp !== undefined && totp.confirmedAt !== null) {
    return { ticket: codeTicket(deps, { ...user, passwordHash }) }
  }
  return db.transaction(async (tx) => {
    const who = { userId: user.id, method: 'password', accountId: null } as const
    return { user, ...(await beginSession(tx, who, request, now)) }
  })
}
