import type { AccountId, UserId } from '../kernel/index.ts'
import { type Queryable, brokenConstraint, compose, fragment, sql } from '../database/index.ts'
import type { User } from './user.ts'

const columns = fragment`
  id, email, name, password_hash as "passwordHash", created_at as "createdAt",
  deactivated_at as "deactivatedAt"`

/** False where another person has the address already. */
export async function insertUser(tx: Queryable, user: User): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into users (id, email, name, password_hash, created_at, deactivated_at)
    values (${user.id}, ${user.email}, ${user.name}, ${user.passwordHash}, ${user.createdAt},
      ${user.deactivatedAt})
    on conflict (email) do nothing returning id`)
  return rows.length > 0
}

export async function selectUser(db: Queryable, id: UserId): Promise<User | undefined> {
  const [row] = await db.query<User>(compose`select ${columns} from users where id = ${id}`)
  return row
}

export async function selectUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const [row] = await db.query<User>(compose`select ${columns} from users where email = ${email}`)
  return row
}

export async function updatePassword(
  tx: Queryable,
  id: UserId,
  passwordHash: string | null,
): Promise<void> {
  await tx.query(sql`
    update users set password_hash = ${passwordHash}, reset_requested_at = null where id = ${id}`)
}

/** False where another person was faster; the transaction has failed then. */
export async function updateEmail(tx: Queryable, id: UserId, email: string): Promise<boolean> {
  try {
    await tx.query(sql`update users set email = ${email} where id = ${id}`)
    return true
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email_key') throw error
    return false
  }
}

export async function updateName(tx: Queryable, id: UserId, name: string): Promise<void> {
  await tx.query(sql`update users set name = ${name} where id = ${id}`)
}

export async function updateDeactivated(
  tx: Queryable,
  id: UserId,
  at: Temporal.Instant | null,
): Promise<void> {
  await tx.query(sql`update users set deactivated_at = ${at} where id = ${id}`)
}

/** Notes that somebody asked for a new password; undefined where nobody has the address. */
export async function updateResetRequested(
  tx: Queryable,
  email: string,
  { at, unlessSince }: { readonly at: Temporal.Instant; readonly unlessSince: Temporal.Instant },
): Promise<UserId | undefined> {
  const [row] = await tx.query<{ id: UserId }>(sql`
    update users set reset_requested_at = ${at}
    where email = ${email} and deactivated_at is null
      and (reset_requested_at is null or reset_requested_at < ${unlessSince})
    returning id`)
  return row?.id
}

/** Serialises what decides about a person. Accounts are locked after it. */
export async function lockUser(tx: Queryable, id: UserId): Promise<void> {
  await tx.query(sql`select id from users where id = ${id} for no key update`)
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  return (await db.query(sql`select from users limit 1`)).length > 0
}

/** Adds a person to an account, or changes the roles there. */
export async function upsertMembership(
  tx: Queryable,
  membership: {
    readonly userId: UserId
    readonly accountId: AccountId
    readonly roles: readonly string[]
  },
  now: Temporal.Instant,
): Promise<void> {
  const { userId, accountId, roles } = membership
  await tx.query(sql`
    insert into memberships (user_id, account_id, roles, created_at)
    values (${userId}, ${accountId}, ${[...roles]}::text[], ${now})
    on conflict (user_id, account_id) do update set roles = excluded.roles`)
}

/** The accounts of a person, whose audit logs have what the person does. */
export async function selectAccountsOf(db: Queryable, userId: UserId): Promise<AccountId[]> {
  const rows = await db.query<{ id: AccountId }>(sql`
    select account_id as id from memberships where user_id = ${userId} order by account_id`)
  return rows.map(({ id }) => id)
}

export async function selectUserNames(
  db: Queryable,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, string>> {
  const rows = await db.query<{ id: UserId; name: string }>(sql`
    select id, name from users where id = any (${[...ids]}::text[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
