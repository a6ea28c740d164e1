import type { AccountId, UserId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
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
  await tx.query(sql`update users set password_hash = ${passwordHash} where id = ${id}`)
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
