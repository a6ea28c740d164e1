import type { AccountId, UserId } from '../../kernel/index.ts'
import { type Queryable, sql } from '../../database/index.ts'

/** Who a person is for the provider of an account. */
export interface Identity {
  readonly accountId: AccountId
  readonly issuer: string
  readonly subject: string
}

/** A user, as far as signing in to one account is concerned. */
export interface Candidate {
  readonly userId: UserId
  readonly isDeactivated: boolean
  /** Null for a user who does not belong to the account. */
  readonly roles: readonly string[] | null
  /** Whether the provider knows the user by some subject already. */
  readonly hasIdentity: boolean
}

export async function selectIdentified(
  db: Queryable,
  { accountId, issuer, subject }: Identity,
): Promise<Candidate | undefined> {
  const [row] = await db.query<Candidate>(sql`
    select users.id as "userId", deactivated_at is not null as "isDeactivated",
      memberships.roles, true as "hasIdentity"
    from identities join users on users.id = identities.user_id
    left join memberships on memberships.user_id = users.id
      and memberships.account_id = identities.account_id
    where identities.account_id = ${accountId} and issuer = ${issuer} and subject = ${subject}`)
  return row
}

export async function selectWithEmail(
  db: Queryable,
  { accountId, issuer }: Identity,
  email: string,
): Promise<Candidate | undefined> {
  const [row] = await db.query<Candidate>(sql`
    select users.id as "userId", deactivated_at is not null as "isDeactivated",
      memberships.roles, exists (
        select from identities where identities.user_id = users.id
          and identities.account_id = ${accountId} and issuer = ${issuer}) as "hasIdentity"
    from users left join memberships on memberships.user_id = users.id
      and memberships.account_id = ${accountId}
    where email = ${email}`)
  return row
}

/** Whether a provider signs the person in to one of their accounts. */
export async function hasProvider(db: Queryable, userId: UserId): Promise<boolean> {
  const rows = await db.query(sql`
    select from identities
      join identity_providers as provider on provider.account_id = identities.account_id
        and provider.issuer = identities.issuer
      join memberships on memberships.user_id = identities.user_id
        and memberships.account_id = identities.account_id
    where identities.user_id = ${userId} limit 1`)
  return rows.length > 0
}

export async function insertIdentity(
  tx: Queryable,
  { accountId, issuer, subject }: Identity,
  userId: UserId,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    insert into identities (account_id, issuer, subject, user_id, created_at)
    values (${accountId}, ${issuer}, ${subject}, ${userId}, ${now})`)
}

/** False for a sign-in that has come back before. */
export async function insertState(
  db: Queryable,
  stateHash: Buffer,
  expiresAt: Temporal.Instant,
): Promise<boolean> {
  const rows = await db.query(sql`
    insert into single_sign_on_states (state_hash, expires_at) values (${stateHash}, ${expiresAt})
    on conflict (state_hash) do nothing returning state_hash`)
  return rows.length > 0
}

export async function deleteExpiredStates(db: Queryable, now: Temporal.Instant): Promise<void> {
  await db.query(sql`delete from single_sign_on_states where expires_at < ${now}`)
}
