import type { AccountId, JsonObject, UserId } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import {
  type Member,
  type UserLink,
  selectInvitations,
  selectMember,
  selectMembers,
} from '../../people/index.ts'
import { userNotFound } from '../reasons.ts'

/** A person of an account as management shows it: a member, or somebody who is invited. */
export interface UserEntry {
  readonly id: UserId
  readonly accountId: AccountId
  readonly email: string
  readonly name: string
  readonly roles: readonly string[]
  readonly status: 'invited' | 'active' | 'deactivated'
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant | null
  readonly resetRequestedAt: Temporal.Instant | null
}

/** Members, by name, then those who have not accepted their invitation. */
export async function entriesOf(db: Queryable, accountId: AccountId): Promise<UserEntry[]> {
  const members = await selectMembers(db, accountId)
  const invitations = await selectInvitations(db, accountId)
  return [...members.map(memberEntry), ...invitations.map(invitedEntry)]
}

export type FoundUser = { readonly member: Member } | { readonly invitation: UserLink }

export async function findUser(
  db: Queryable,
  accountId: AccountId,
  id: string,
): Promise<FoundUser> {
  const member = await selectMember(db, accountId, id as UserId) // Only looked up.
  if (member !== undefined) return { member }
  const invitations = await selectInvitations(db, accountId)
  const invitation = invitations.find(({ userId }) => userId === id)
  if (invitation === undefined) throw userNotFound(id)
  return { invitation }
}

export function memberEntry({ deactivatedAt, ...member }: Member): UserEntry {
  return { ...member, status: deactivatedAt === null ? 'active' : 'deactivated' }
}

/** What the inviter has written, whether or not a person has the address. */
export function invitedEntry({ userId, email, invitation, createdAt }: UserLink): UserEntry {
  if (invitation === null) throw new Error('an invitation is for an account')
  const rest = { status: 'invited', createdAt, lastSeenAt: null, resetRequestedAt: null } as const
  return { id: userId, email, ...invitation, ...rest }
}

export function entryOf(found: FoundUser): UserEntry {
  return 'member' in found ? memberEntry(found.member) : invitedEntry(found.invitation)
}

/** For the audit log. */
export function describeUser({ accountId, email, name, roles }: UserEntry): JsonObject {
  return { account_id: accountId, email, name, roles: [...roles] }
}
