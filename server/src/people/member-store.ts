import type { AccountId, UserId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import type { User } from './user.ts'

/** A person as a member of one account. */
export interface Member extends Pick<User, 'id' | 'email' | 'name' | 'deactivatedAt'> {
  readonly accountId: AccountId
  readonly roles: readonly string[]
  /** When the person joined the account. */
  readonly createdAt: Temporal.Instant
  readonly lastSeenAt: Temporal.Instant | null
  readonly resetRequestedAt: Temporal.Instant | null
}

const select = fragment`
  select users.id, email, name, deactivated_at as "deactivatedAt", account_id as "accountId", roles,
    memberships.created_at as "createdAt", reset_requested_at as "resetRequestedAt",
    (select max(last_seen_at) from sessions where sessions.user_id = users.id) as "lastSeenAt"
  from memberships join users on users.id = memberships.user_id`

/** The members of an account, by name. */
export async function selectMembers(db: Queryable, accountId: AccountId): Promise<Member[]> {
  return db.query<Member>(compose`
    ${select} where account_id = ${accountId} order by name, users.id`)
}

export async function selectMember(
  db: Queryable,
  accountId: AccountId,
  userId: UserId,
): Promise<Member | undefined> {
  const [row] = await db.query<Member>(compose`
    ${select} where account_id = ${accountId} and users.id = ${userId}`)
  return row
}

/** All that a person belongs to. */
export async function selectMembershipsOf(db: Queryable, userId: UserId): Promise<Member[]> {
  return db.query<Member>(compose`${select} where users.id = ${userId} order by account_id`)
}

/** The roles of each person who belongs to the account and may sign in. */
export async function selectActiveRoles(
  db: Queryable,
  accountId: AccountId,
): Promise<(readonly string[])[]> {
  const rows = await db.query<{ roles: readonly string[] }>(sql`
    select roles from memberships join users on users.id = memberships.user_id
    where account_id = ${accountId} and deactivated_at is null`)
  return rows.map(({ roles }) => roles)
}

export async function selectRolesOfMembers(
  db: Queryable,
  accountId: AccountId,
): Promise<(readonly string[])[]> {
  const rows = await db.query<{ roles: readonly string[] }>(sql`
    select roles from memberships where account_id = ${accountId}`)
  return rows.map(({ roles }) => roles)
}

export async function deleteMembership(
  tx: Queryable,
  accountId: AccountId,
  userId: UserId,
): Promise<void> {
  await tx.query(sql`
    delete from memberships where account_id = ${accountId} and user_id = ${userId}`)
}
