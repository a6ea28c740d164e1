import type { AccountId, UserId } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type Session, type UserLink, selectOpenLinks, selectSessions } from '../../people/index.ts'
import { managedAccount } from '../managed-account.ts'
import { type RefusalsOnUser, refusalsOnUser } from './refusals-on-user.ts'
import { type UserEntry, entriesOf, entryOf, findUser } from './user-entry.ts'

/** A person with sessions and open links. */
export interface UserDetails {
  readonly entry: UserEntry
  readonly sessions: readonly Session[]
  readonly links: readonly UserLink[]
  readonly refusals: RefusalsOnUser
}

export async function listUsers(
  db: Queryable,
  caller: Caller,
  accountId: AccountId,
): Promise<UserEntry[]> {
  const account = await managedAccount(db, caller, accountId)
  return entriesOf(db, account.id)
}

export async function showUser(
  db: Queryable,
  caller: Caller,
  { accountId, userId }: { readonly accountId: AccountId; readonly userId: string },
  now: Temporal.Instant,
): Promise<UserDetails> {
  const account = await managedAccount(db, caller, accountId)
  const found = await findUser(db, account.id, userId)
  const entry = entryOf(found)
  const isMember = 'member' in found
  const sessions = isMember ? await sessionsIn(db, account.id, entry.id, now) : []
  const links = isMember ? await selectOpenLinks(db, entry.id, now) : [found.invitation]
  return { entry, sessions, links, refusals: await refusalsOnUser(db, caller, found, links) }
}

/** The sessions of a person that open an account. */
export async function sessionsIn(
  db: Queryable,
  accountId: AccountId,
  userId: UserId,
  now: Temporal.Instant,
): Promise<Session[]> {
  const sessions = await selectSessions(db, userId, now)
  return sessions.filter((one) => one.accountId === null || one.accountId === accountId)
}
