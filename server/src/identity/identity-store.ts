import type { AccountId, KeyId } from '../kernel/index.ts'
import {
  type Finder,
  type Queryable,
  type SelectByIds,
  compose,
  fragment,
  sql,
} from '../database/index.ts'
import type { Account, AccountKind, KeyKind, ManagedAccount } from './account.ts'
import { type OwnRole, grantsOfRoles } from './role.ts'
import type { Grant } from './grants.ts'

export interface StoredKey {
  readonly keyId: KeyId
  readonly keyKind: KeyKind
  readonly livemode: boolean
  readonly lastUsedOn: Temporal.PlainDate | null
  readonly expiresAt: Temporal.Instant | null
  readonly account: Account
  /** Of a restricted key; null for any other. */
  readonly grants: readonly Grant[] | null
}

export async function insertAccount(
  db: Queryable,
  account: Account,
  createdBy: AccountId | null,
  createdAt: Temporal.Instant,
): Promise<void> {
  await db.query(sql`
    insert into accounts (id, kind, key, name, created_by, created_at)
    values (${account.id}, ${account.kind}, ${account.key}, ${account.name}, ${createdBy},
      ${createdAt})`)
}

/** The accounts that an insurer created and therefore manages. */
export async function selectAccountsCreatedBy(
  db: Queryable,
  insurerId: AccountId,
): Promise<ManagedAccount[]> {
  return db.query<ManagedAccount>(sql`
    select id, kind, key, name, mail_address as "mailAddress" from accounts
    where created_by = ${insurerId} order by key`)
}

/** Where mails to a distributor go; null where it gets none. */
export async function selectMailAddress(db: Queryable, id: AccountId): Promise<string | null> {
  const [row] = await db.query<{ address: string | null }>(sql`
    select mail_address as address from accounts where id = ${id}`)
  return row?.address ?? null
}

export async function updateMailAddress(
  tx: Queryable,
  id: AccountId,
  address: string | null,
): Promise<void> {
  await tx.query(sql`update accounts set mail_address = ${address} where id = ${id}`)
}

/** A distributor that the insurer may sell through: its own, or else an independent one. */
export async function selectDistributorOf(
  db: Queryable,
  insurerId: AccountId,
  key: string,
): Promise<Account | undefined> {
  const rows = await db.query<Account>(sql`
    select id, kind, key, name from accounts
    where key = ${key} and kind = 'distributor'
      and (created_by is null or created_by = ${insurerId})
    order by created_by nulls last
    limit 1`)
  return rows[0]
}

/** An independent account, which no insurer created; insurers are independent. */
export async function selectAccountByKey(db: Queryable, key: string): Promise<Account | undefined> {
  const rows = await db.query<Account>(sql`
    select id, kind, key, name from accounts where key = ${key} and created_by is null`)
  return rows[0]
}

export async function selectAccount(db: Queryable, id: AccountId): Promise<Account | undefined> {
  const rows = await db.query<Account>(sql`
    select id, kind, key, name from accounts where id = ${id}`)
  return rows[0]
}

/** The insurer that manages an account: its creator, or else the account itself. */
export async function selectManagerOf(db: Queryable, id: AccountId): Promise<AccountId> {
  const rows = await db.query<{ id: AccountId }>(sql`
    select coalesce(created_by, id) as id from accounts where id = ${id}`)
  return rows[0]?.id ?? id
}

/** The insurer that manages each of these accounts. */
export async function selectManagers(
  db: Queryable,
  ids: readonly AccountId[],
): Promise<{ readonly account_id: AccountId; readonly insurer_id: AccountId }[]> {
  return db.query(sql`
    select id as account_id, coalesce(created_by, id) as insurer_id from accounts
    where id = any(${[...ids]}::text[])`)
}

export interface Insurer {
  readonly id: AccountId
  readonly createdAt: Temporal.Instant
}

export async function selectInsurers(db: Queryable): Promise<Insurer[]> {
  return db.query<Insurer>(sql`
    select id, created_at as "createdAt" from accounts where kind = 'insurer' order by id`)
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  const rows = await db.query(sql`select from accounts limit 1`)
  return rows.length > 0
}

export async function insertKey(
  db: Queryable,
  key: {
    readonly id: KeyId
    readonly accountId: AccountId
    readonly kind: KeyKind
    readonly livemode: boolean
    readonly name: string
    readonly hash: Buffer
    readonly hint: string
    readonly roles: readonly string[] | null
    readonly createdAt: Temporal.Instant
  },
): Promise<void> {
  await db.query(sql`
    insert into api_keys (id, account_id, kind, livemode, name, hash, hint, roles, created_at)
    values (${key.id}, ${key.accountId}, ${key.kind}, ${key.livemode}, ${key.name}, ${key.hash},
      ${key.hint}, ${key.roles}::text[], ${key.createdAt})`)
}

/** A key as management shows it: everything but the credential. */
export interface KeyRecord {
  readonly id: KeyId
  readonly accountId: AccountId
  readonly kind: KeyKind
  readonly livemode: boolean
  readonly name: string
  readonly hint: string
  /** Of a restricted key; null for any other. */
  readonly roles: readonly string[] | null
  readonly createdAt: Temporal.Instant
  readonly lastUsedOn: Temporal.PlainDate | null
  readonly expiresAt: Temporal.Instant | null
  readonly revokedAt: Temporal.Instant | null
}

const keyColumns = fragment`
  id, account_id as "accountId", kind, livemode, name, hint, roles, created_at as "createdAt",
  last_used_on as "lastUsedOn", expires_at as "expiresAt", revoked_at as "revokedAt"`

export async function selectKeys(
  db: Queryable,
  accountIds: readonly AccountId[],
): Promise<KeyRecord[]> {
  return db.query<KeyRecord>(compose`
    select ${keyColumns} from api_keys where account_id = any (${[...accountIds]}::text[]) order by id desc`)
}

export async function selectKey(db: Queryable, id: KeyId): Promise<KeyRecord | undefined> {
  const rows = await db.query<KeyRecord>(compose`
    select ${keyColumns} from api_keys where id = ${id}`)
  return rows[0]
}

/** The keys that still work and have the role. */
export async function selectRolesOfKeys(
  db: Queryable,
  accountId: AccountId,
  now: Temporal.Instant,
): Promise<(readonly string[])[]> {
  const rows = await db.query<{ roles: readonly string[] }>(sql`
    select roles from api_keys where account_id = ${accountId} and roles is not null
      and revoked_at is null and (expires_at is null or expires_at > ${now})`)
  return rows.map(({ roles }) => roles)
}

/** Sets the end of a key, once; false where it was set before. */
export async function updateKeyExpires(
  db: Queryable,
  id: KeyId,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    update api_keys set expires_at = ${at} where id = ${id} and expires_at is null returning id`)
  return rows.length > 0
}

interface KeyRow {
  /** The hash in hex. */
  id: string
  key_id: KeyId
  kind: KeyKind
  livemode: boolean
  last_used_on: Temporal.PlainDate | null
  expires_at: Temporal.Instant | null
  account_id: AccountId
  account_kind: AccountKind
  account_key: string
  account_name: string
  roles: readonly string[] | null
  own_roles: readonly OwnRole[] | null
}

const keysByHashes: SelectByIds = (hashes) => sql`
  select encode(hash, 'hex') as id, api_keys.id as key_id, api_keys.kind, livemode, last_used_on,
    expires_at, accounts.id as account_id, accounts.kind as account_kind,
    accounts.key as account_key, accounts.name as account_name, api_keys.roles,
    (select json_agg(json_build_object('key', roles.key, 'grants', roles.grants)) from roles
      where roles.account_id = accounts.id and roles.key = any (api_keys.roles)) as own_roles
  from api_keys join accounts on accounts.id = api_keys.account_id
  where hash = any (${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[]) and revoked_at is null`

/**
 * An account with the roles that it has made itself, as JSON; for statements that select from
 * `member`, a row with `account_id` and `roles`.
 */
export const accountOfMember = fragment`
  (select json_build_object('id', accounts.id, 'kind', accounts.kind, 'key', accounts.key,
      'name', accounts.name, 'own_roles',
      (select json_agg(json_build_object('key', roles.key, 'grants', roles.grants))
        from roles where roles.account_id = accounts.id and roles.key = any (member.roles)))
    from accounts where accounts.id = member.account_id)`

/** A valid key. Concurrent lookups share one statement. */
export async function selectKeyByHash(db: Finder, hash: string): Promise<StoredKey | undefined> {
  const row = await db.find<KeyRow>(keysByHashes, hash)
  if (row === undefined) return undefined
  return {
    keyId: row.key_id,
    keyKind: row.kind,
    livemode: row.livemode,
    lastUsedOn: row.last_used_on,
    expiresAt: row.expires_at,
    account: {
      id: row.account_id,
      kind: row.account_kind,
      key: row.account_key,
      name: row.account_name,
    },
    grants: row.roles && grantsOfRoles(row.roles, row.own_roles ?? []),
  }
}

export async function updateKeyLastUsed(
  db: Queryable,
  id: KeyId,
  day: Temporal.PlainDate,
): Promise<void> {
  await db.query(sql`update api_keys set last_used_on = ${day} where id = ${id}`)
}

export async function updateKeyRevoked(
  db: Queryable,
  id: KeyId,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    update api_keys set revoked_at = ${at} where id = ${id} and revoked_at is null returning id`)
  return rows.length > 0
}

/** Serialises changes of an account, until the end of the transaction. */
export async function lockAccount(tx: Queryable, id: AccountId): Promise<void> {
  await tx.query(sql`select id from accounts where id = ${id} for no key update`)
}
