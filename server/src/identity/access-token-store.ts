import type { AccessTokenId, AccountId } from '../kernel/index.ts'
import { type Finder, type Queryable, type SelectByIds, sql } from '../database/index.ts'

/** An access token as management shows it: everything but the token. */
export interface AccessTokenRecord {
  readonly id: AccessTokenId
  readonly accountId: AccountId
  readonly name: string
  readonly createdAt: Temporal.Instant
  readonly revokedAt: Temporal.Instant | null
}

/** The account that reads data, and its token. */
export interface TokenHolder {
  readonly tokenId: AccessTokenId
  readonly accountId: AccountId
}

const holdersByHashes: SelectByIds = (hashes) => sql`
  select encode(hash, 'hex') as id, id as "tokenId", account_id as "accountId" from access_tokens
  where hash = any (${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[]) and revoked_at is null`

/** The holder of a valid access token. Concurrent lookups share one statement. */
export async function selectTokenHolder(
  db: Finder,
  hash: string,
): Promise<TokenHolder | undefined> {
  const row = await db.find<TokenHolder & { readonly id: string }>(holdersByHashes, hash)
  return row && { tokenId: row.tokenId, accountId: row.accountId }
}

export async function insertAccessToken(
  db: Queryable,
  token: {
    readonly id: AccessTokenId
    readonly accountId: AccountId
    readonly name: string
    readonly hash: Buffer
    readonly createdAt: Temporal.Instant
  },
): Promise<void> {
  await db.query(sql`
    insert into access_tokens (id, account_id, name, hash, created_at)
    values (${token.id}, ${token.accountId}, ${token.name}, ${token.hash}, ${token.createdAt})`)
}

/** Newest first. */
export async function selectAccessTokens(
  db: Queryable,
  accountIds: readonly AccountId[],
): Promise<AccessTokenRecord[]> {
  return db.query<AccessTokenRecord>(sql`
    select id, account_id as "accountId", name, created_at as "createdAt",
      revoked_at as "revokedAt"
    from access_tokens where account_id = any (${[...accountIds]}::text[]) order by id desc`)
}

/** False where the token was revoked before. */
export async function updateTokenRevoked(
  db: Queryable,
  id: AccessTokenId,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    update access_tokens set revoked_at = ${at}
    where id = ${id} and revoked_at is null returning id`)
  return rows.length > 0
}
