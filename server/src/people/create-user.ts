import { mintId } from '../kernel/index.ts'
import { recordAuditIn } from '../audit/index.ts'
import { type Transaction, announceChange } from '../database/index.ts'
import { type Account, selectManagerOf } from '../identity/index.ts'
import { selectMember } from './member-store.ts'
import { updateToRenew } from './sessions/session-store.ts'
import type { User } from './user.ts'
import { insertUser, lockUser, selectUserByEmail, upsertMembership } from './user-store.ts'

/**
 * Adds a person to an account without an invitation, as an operator does on the machine. A person
 * who belongs to it keeps the roles, unless others are given.
 */
export async function createUser(
  tx: Transaction,
  account: Pick<Account, 'id'>,
  wanted: {
    readonly email: string
    readonly name: string
    /** Null for those that the person has already, or else for an administrator. */
    readonly roles: readonly string[] | null
  },
  now: Temporal.Instant,
): Promise<User> {
  const { email, name } = wanted
  const user: User = {
    id: mintId('usr', now),
    email,
    name,
    passwordHash: null,
    createdAt: now,
    deactivatedAt: null,
  }
  const isNew = await insertUser(tx, user)
  const known = isNew ? user : await selectUserByEmail(tx, email)
  if (known === undefined) throw new Error('somebody has the address')
  await lockUser(tx, known.id)
  const member = await selectMember(tx, account.id, known.id)
  const roles = wanted.roles ?? member?.roles ?? ['administrator']
  await upsertMembership(tx, { userId: known.id, accountId: account.id, roles }, now)
  await updateToRenew(tx, known.id)
  await announceChange(tx, 'people')
  const action = member === undefined ? 'user.joined' : 'user.roles_changed'
  const before = member === undefined ? null : { roles: [...member.roles] }
  const after = { account_id: account.id, email, roles: [...roles] }
  const log = [await selectManagerOf(tx, account.id)]
  const change = { action, subjectId: known.id, before, after } as const
  await recordAuditIn(tx, log, { actor: null, request: null }, change, now)
  return known
}
