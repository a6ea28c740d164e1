import type { AccountId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { Role } from './built-in-roles.ts'

/** The roles that an account has made itself. */
export async function selectOwnRoles(db: Queryable, accountId: AccountId): Promise<Role[]> {
  return db.query<Role>(sql`
    select key, name, description, grants from roles where account_id = ${accountId} order by key`)
}

/** The same of several accounts. */
export async function selectOwnRolesOf(
  db: Queryable,
  accountIds: readonly AccountId[],
): Promise<(Role & { readonly accountId: AccountId })[]> {
  return db.query(sql`
    select account_id as "accountId", key, name, description, grants from roles
    where account_id = any (${accountIds}) order by account_id, key`)
}

export async function insertOwnRole(
  tx: Queryable,
  accountId: AccountId,
  { key, name, description, grants }: Role,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    insert into roles (account_id, key, name, description, grants, created_at)
    values (${accountId}, ${key}, ${name}, ${description}, ${json(grants)}::jsonb, ${now})`)
}

export async function updateOwnRole(
  tx: Queryable,
  accountId: AccountId,
  { key, name, description, grants }: Role,
): Promise<void> {
  await tx.query(sql`
    update roles set name = ${name}, description = ${description}, grants = ${json(grants)}::jsonb
    where account_id = ${accountId} and key = ${key}`)
}

export async function deleteOwnRole(
  tx: Queryable,
  accountId: AccountId,
  key: string,
): Promise<void> {
  await tx.query(sql`delete from roles where account_id = ${accountId} and key = ${key}`)
}
