import type { Clock } from '../../kernel/index.ts'
import { recordAuditIn } from '../../audit/index.ts'
import { type Database, type Transaction, announceChange } from '../../database/index.ts'
import { type Actor, selectManagerOf } from '../../identity/index.ts'
import { assertPasswordChosenWell } from '../passwords/check-password.ts'
import type { PasswordHasher } from '../passwords/hash-password.ts'
import { linkUnknown, passwordRequired, signInFirst } from '../reasons.ts'
import { type SignInRequest, beginSession } from '../sessions/begin-session.ts'
import type { Session, SignedIn } from '../sessions/session.ts'
import { updateToRenew } from '../sessions/session-store.ts'
import type { User } from '../user.ts'
import { insertUser, lockUser, selectUserByEmail, upsertMembership } from '../user-store.ts'
import type { Invitation, UserLink } from './link.ts'
import { deleteLinks, updateLinkUsed } from './link-store.ts'
import { findLink } from './use-link.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: PasswordHasher
}

export interface Joined {
  readonly user: Pick<User, 'id' | 'email' | 'name'>
  readonly session: Session
  /** Of the cookie; null for a person who was signed in already. */
  readonly secret: string | null
}

/**
 * A person accepts an invitation, and belongs to the account from then on. Somebody whose address is
 * new chooses a password, and is signed in. Everybody else has to be signed in already: who invited
 * them knows the link too, and must not get into their other accounts by it.
 */
export async function acceptInvitation(
  deps: Deps,
  given: {
    readonly secret: string
    readonly password: string | null
    readonly name: string | null
  },
  signedIn: SignedIn | null,
  request: SignInRequest,
): Promise<Joined> {
  const now = deps.clock()
  const { link, invitation } = await findInvitation(deps, given.secret, now)
  const known = await selectUserByEmail(deps.db, link.email)
  if (known !== undefined) {
    if (signedIn?.user.id !== known.id || signedIn.session.accountId !== null) throw signInFirst()
    return deps.db.transaction(async (tx) => {
      await lockUser(tx, known.id)
      const actor = { kind: 'user', id: known.id, sessionId: signedIn.session.id } as const
      await join(tx, { link, invitation, userId: known.id }, { actor, request }, now)
      await updateToRenew(tx, known.id)
      return { ...signedIn, secret: null }
    })
  }
  const user = { id: link.userId, email: link.email, name: given.name ?? invitation.name }
  if (given.password === null) throw passwordRequired()
  assertPasswordChosenWell(given.password, user)
  const passwordHash = await deps.passwords.hash(given.password)
  return deps.db.transaction(async (tx) => {
    const made = { ...user, passwordHash, createdAt: now, deactivatedAt: null }
    if (!(await insertUser(tx, made))) throw signInFirst()
    await join(tx, { link, invitation, userId: user.id }, { actor: null, request }, now)
    const who = { userId: user.id, method: 'link', accountId: null } as const
    return { user, ...(await beginSession(tx, who, request, now)) }
  })
}

async function findInvitation(
  deps: Deps,
  secret: string,
  now: Temporal.Instant,
): Promise<{ readonly link: UserLink; readonly invitation: Invitation }> {
  const link = await findLink(deps.db, ['invitation'], secret, now)
  if (link.invitation === null) throw new Error(`the invitation ${link.id} is for no account`)
  return { link, invitation: link.invitation }
}

async function join(
  tx: Transaction,
  joining: {
    readonly link: UserLink
    readonly invitation: Invitation
    readonly userId: User['id']
  },
  by: { readonly actor: Actor | null; readonly request: SignInRequest },
  now: Temporal.Instant,
): Promise<void> {
  const { link, invitation, userId } = joining
  const { accountId, roles } = invitation
  if (!(await updateLinkUsed(tx, link.id, now))) throw linkUnknown()
  // Administrators of the accounts so far know these links, and are not to get into the new one.
  await deleteLinks(tx, userId, ['reset', 'sign_in'])
  await upsertMembership(tx, { userId, accountId, roles }, now)
  const after = { account_id: accountId, email: link.email, roles: [...roles] }
  const change = { action: 'user.joined', subjectId: userId, before: null, after } as const
  await recordAuditIn(tx, [await selectManagerOf(tx, accountId)], by, change, now)
  await announceChange(tx, 'people')
}
