import type { AccountId, UserId, UserTokenId } from '../../kernel/index.ts'
import {
  type Finder,
  type Queryable,
  type SelectByIds,
  compose,
  fragment,
  sql,
} from '../../database/index.ts'
import type { UserToken } from './user-token.ts'

const columns = fragment`
  id, user_id as "userId", account_id as "accountId", livemode, name, hint,
  created_at as "createdAt", expires_at as "expiresAt", last_used_on as "lastUsedOn",
  revoked_at as "revokedAt"`

export async function insertUserToken(
  tx: Queryable,
  token: UserToken,
  hash: Buffer,
): Promise<void> {
  await tx.query(sql`
    insert into user_tokens (id, user_id, account_id, livemode, name, hash, hint, created_at,
      expires_at)
    values (${token.id}, ${token.userId}, ${token.accountId}, ${token.livemode}, ${token.name},
      ${hash}, ${token.hint}, ${token.createdAt}, ${token.expiresAt})`)
}

/** The tokens of a person that are not revoked, newest first. */
export async function selectUserTokens(db: Queryable, userId: UserId): Promise<UserToken[]> {
  return db.query<UserToken>(compose`
    select ${columns} from user_tokens
    where user_id = ${userId} and revoked_at is null order by id desc`)
}

/** Revokes tokens of a person: one, those for an account, or all. Returns the revoked ones. */
export async function updateUserTokensRevoked(
  tx: Queryable,
  userId: UserId,
  which: { readonly only?: UserTokenId; readonly accountId?: AccountId },
  at: Temporal.Instant,
): Promise<UserToken[]> {
  return tx.query<UserToken>(compose`
    update user_tokens set revoked_at = ${at}
    where user_id = ${userId} and revoked_at is null
      and (${which.only ?? null}::text is null or id = ${which.only ?? null})
      and (${which.accountId ?? null}::text is null or account_id = ${which.accountId ?? null})
    returning ${columns}`)
}

export async function updateUserTokenUsed(
  db: Queryable,
  id: UserTokenId,
  day: Temporal.PlainDate,
): Promise<void> {
  await db.query(sql`update user_tokens set last_used_on = ${day} where id = ${id}`)
}

/** A token with the roles that its person has in its account. */
export interface StoredUserToken extends Pick<
  UserToken,
  'userId' | 'accountId' | 'livemode' | 'expiresAt' | 'lastUsedOn'
> {
  readonly tokenId: UserTokenId
  readonly roles: readonly string[]
}

/** Dead as soon as the person does not belong to the account, or may not sign in. */
const tokensByHashes: SelectByIds = (hashes) => sql`
  select encode(hash, 'hex') as id, user_tokens.id as "tokenId", user_tokens.user_id as "userId",
    user_tokens.account_id as "accountId", livemode, expires_at as "expiresAt",
    last_used_on as "lastUsedOn", roles
  from user_tokens join users on users.id = user_tokens.user_id
    join memberships on memberships.user_id = user_tokens.user_id
      and memberships.account_id = user_tokens.account_id
  where hash = any (${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])
    and revoked_at is null and deactivated_at is null`

export async function selectUserTokenByHash(
  db: Finder,
  hash: string,
): Promise<StoredUserToken | undefined> {
  return db.find<StoredUserToken & { id: string }>(tokensByHashes, hash)
}
