import { recordAuditIn } from '../audit/index.ts'
import { announceChange } from '../database/index.ts'
import type { RequestOrigin } from '../identity/index.ts'
import { newLink, type UserLink } from './links/link.ts'
import { deleteLinks, insertLink } from './links/link-store.ts'
import { assertPasswordChosenWell } from './passwords/check-password.ts'
import { assertPassword } from './prove-again.ts'
import { emailInvalid } from './reasons.ts'
import { endSessions } from './sessions/begin-session.ts'
import { type SignedIn, actorOf } from './sessions/session.ts'
import { updateToRenew } from './sessions/session-store.ts'
import type { SignInPlace, TryDeps } from './sign-in/slow-down.ts'
import { type User, readEmail } from './user.ts'
import { lockUser, selectAccountsOf, updateName, updatePassword } from './user-store.ts'

/** Who has signed in by a link has forgotten the password, or never had one. */
const withoutPasswordFor = { hours: 1 }

/** A person changes their password. All other sessions end, and this one gets a new secret. */
export async function changePassword(
  deps: TryDeps,
  signedIn: SignedIn,
  given: { readonly currentPassword: string | undefined; readonly password: string },
  place: SignInPlace,
  request: RequestOrigin | null,
): Promise<void> {
  const now = deps.clock()
  const { user, session } = signedIn
  const endsAt = session.createdAt.add(withoutPasswordFor)
  const isByLink = session.method === 'link' && Temporal.Instant.compare(now, endsAt) < 0
  if (!isByLink) await assertPassword(deps, signedIn, given.currentPassword, place)
  assertPasswordChosenWell(given.password, user)
  const passwordHash = await deps.passwords.hash(given.password)
  await deps.db.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await updatePassword(tx, user.id, passwordHash)
    await deleteLinks(tx, user.id, ['reset', 'sign_in'])
    await endSessions(tx, user.id, { except: session.id }, now)
    await updateToRenew(tx, user.id)
    await announceChange(tx, 'people')
    const change = { action: 'user.password_changed', subjectId: user.id, before: null } as const
    const by = { actor: actorOf(signedIn), request }
    const accounts = await selectAccountsOf(tx, user.id)
    await recordAuditIn(tx, accounts, by, { ...change, after: { by: 'person' } }, now)
  })
}

export async function changeName(
  deps: Pick<TryDeps, 'db' | 'clock'>,
  signedIn: SignedIn,
  name: string,
  request: RequestOrigin | null,
): Promise<Pick<User, 'id' | 'email' | 'name'>> {
  const now = deps.clock()
  const { user } = signedIn
  return deps.db.transaction(async (tx) => {
    await updateName(tx, user.id, name)
    await announceChange(tx, 'people')
    const change = { action: 'user.name_changed', subjectId: user.id } as const
    const by = { actor: actorOf(signedIn), request }
    const entry = { ...change, before: { name: user.name }, after: { name } }
    await recordAuditIn(tx, await selectAccountsOf(tx, user.id), by, entry, now)
    return { ...user, name }
  })
}

/**
 * A person asks for another address. It changes once both addresses have confirmed it; an
 * administrator creates the links for them.
 */
export async function requestEmailChange(
  deps: TryDeps,
  signedIn: SignedIn,
  given: { readonly currentPassword: string; readonly email: string },
  place: SignInPlace,
): Promise<UserLink> {
  const now = deps.clock()
  const { id: userId } = signedIn.user
  const email = readEmail(given.email)
  if (email === null) throw emailInvalid()
  await assertPassword(deps, signedIn, given.currentPassword, place)
  const toOld = newLink({ kind: 'email_old', userId, email }, now)
  const toNew = newLink({ kind: 'email_new', userId, email }, now)
  return deps.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await deleteLinks(tx, userId, ['email_old', 'email_new'])
    for (const side of [toOld, toNew]) await insertLink(tx, side, null)
    return toNew
  })
}
