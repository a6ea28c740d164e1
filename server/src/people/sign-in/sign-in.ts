import { type Clock, mintId } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import type { Database } from '../../database/index.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { signInRefused } from '../reasons.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import type { Session } from '../sessions/session.ts'
import { type User, readEmail } from '../user.ts'
import { selectAccountsOf, selectUserByEmail, updatePassword } from '../user-store.ts'
import { type SignInPlace, assertNotTooOften, countedFor, forgive } from './slow-down.ts'

export interface SignInDeps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: PasswordHasher
}

/**
 * Signs a person in by e-mail address and password. Whether or not the address is known, the same
 * statements run and one hash is computed.
 */
export async function signIn(
  deps: SignInDeps,
  given: { readonly email: string; readonly password: string },
  place: SignInPlace,
  request: SignInRequest,
): Promise<{ readonly user: User; readonly session: Session; readonly secret: string }> {
  const { db, passwords } = deps
  const now = deps.clock()
  const email = readEmail(given.email) ?? given.email.toLowerCase()
  const found = await selectUserByEmail(db, email)
  const counted = countedFor(email, found?.id ?? null, place)
  await assertNotTooOften(db, counted, now)
  const user = found?.deactivatedAt === null ? found : undefined
  const stored = user?.passwordHash ?? null
  const isRight = await passwords.verify(given.password, stored)
  if (!isRight || user === undefined || stored === null) {
    const subjectId = found?.id ?? mintId('usr', now)
    const accounts = await selectAccountsOf(db, subjectId)
    const change = { action: 'sign_in.failed', subjectId, before: null } as const
    await recordAuditIn(db, accounts, { actor: null, request }, { ...change, after: null }, now)
    throw signInRefused()
  }
  await forgive(db, counted)
  const outdated = passwords.isOutdated(stored) ? await passwords.hash(given.password) : null
  return db.transaction(async (tx) => {
    if (outdated !== null) await updatePassword(tx, user.id, outdated)
    const who = { userId: user.id, method: 'password', accountId: null } as const
    return { user, ...(await beginSession(tx, who, request, now)) }
  })
}
