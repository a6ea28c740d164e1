import type { Clock } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type Database, type Queryable, announceChange } from '../../database/index.ts'
import type { RequestOrigin } from '../../identity/index.ts'
import { hashSecret } from '../../sealing/index.ts'
import { assertPasswordChosenWell } from '../passwords/check-password.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { linkUnknown } from '../reasons.ts'
import { type SignInRequest, beginSession, endSessions } from '../sessions/begin-session.ts'
import type { Session } from '../sessions/session.ts'
import { updateToRenew } from '../sessions/session-store.ts'
import type { User } from '../user.ts'
import {
  lockUser,
  selectAccountsOf,
  selectUser,
  selectUserByEmail,
  updateEmail,
  updatePassword,
} from '../user-store.ts'
import type { LinkKind, UserLink } from './link.ts'
import { deleteLinks, selectEmailChange, selectLinkByHash, updateLinkUsed } from './link-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: PasswordHasher
}

const secretForm = /^[0-9a-f]{64}$/

/** A link that works. One that is forged, expired or used is refused like one that never existed. */
export async function findLink(
  db: Queryable,
  kinds: readonly LinkKind[],
  secret: string,
  now: Temporal.Instant,
): Promise<UserLink> {
  const link = secretForm.test(secret)
    ? await selectLinkByHash(db, kinds, hashSecret(secret), now)
    : undefined
  if (link === undefined) throw linkUnknown()
  return link
}

/** Sets a password by a link. All sessions end: whoever knew the old password is signed out. */
export async function resetPassword(
  deps: Deps,
  given: { readonly secret: string; readonly password: string },
  request: RequestOrigin | null,
): Promise<User> {
  const now = deps.clock()
  const link = await findLink(deps.db, ['reset'], given.secret, now)
  const user = await activeUser(deps.db, link)
  assertPasswordChosenWell(given.password, user)
  const passwordHash = await deps.passwords.hash(given.password)
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    if (!(await updateLinkUsed(tx, link.id, now))) throw linkUnknown()
    await activeUser(tx, link)
    await updatePassword(tx, user.id, passwordHash)
    await endSessions(tx, user.id, {}, now)
    const change = { action: 'user.password_changed', subjectId: user.id, before: null } as const
    const by = { actor: null, request }
    const accounts = await selectAccountsOf(tx, user.id)
    await recordAuditIn(tx, accounts, by, { ...change, after: { by: 'link' } }, now)
    return user
  })
}

/** Signs a person in by a link that an operator or the first start has printed. */
export async function signInByLink(
  deps: Deps,
  secret: string,
  request: SignInRequest,
): Promise<{ readonly user: User; readonly session: Session; readonly secret: string }> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const link = await findLink(tx, ['sign_in'], secret, now)
    if (!(await updateLinkUsed(tx, link.id, now))) throw linkUnknown()
    const user = await activeUser(tx, link)
    const who = { userId: user.id, method: 'link', accountId: null } as const
    return { user, ...(await beginSession(tx, who, request, now)) }
  })
}

/** Confirms one side of a change of address. With the second one the address changes. */
export async function confirmEmail(
  deps: Deps,
  secret: string,
  request: RequestOrigin | null,
): Promise<{ readonly email: string; readonly isChanged: boolean }> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const link = await findLink(tx, ['email_old', 'email_new'], secret, now)
    await lockUser(tx, link.userId) // The two sides come one after the other.
    if (!(await updateLinkUsed(tx, link.id, now))) throw linkUnknown()
    const user = await activeUser(tx, link)
    const sides = await selectEmailChange(tx, user.id, now)
    const isChanged = sides.length === 2 && sides.every(({ usedAt }) => usedAt !== null)
    if (!isChanged) return { email: link.email, isChanged }
    // Somebody else has got the address meanwhile, or had it all along: nobody learns that here.
    if ((await selectUserByEmail(tx, link.email)) !== undefined) throw linkUnknown()
    if (!(await updateEmail(tx, user.id, link.email))) throw linkUnknown()
    await deleteLinks(tx, user.id, ['email_old', 'email_new', 'reset', 'sign_in'])
    await updateToRenew(tx, user.id)
    await announceChange(tx, 'people')
    const change = { action: 'user.email_changed', subjectId: user.id } as const
    const entry = { ...change, before: { email: user.email }, after: { email: link.email } }
    const accounts = await selectAccountsOf(tx, user.id)
    await recordAuditIn(tx, accounts, { actor: null, request }, entry, now)
    return { email: link.email, isChanged }
  })
}

async function activeUser(db: Queryable, { userId }: UserLink): Promise<User> {
  const user = await selectUser(db, userId)
  if (user === undefined || user.deactivatedAt !== null) throw linkUnknown()
  return user
}
