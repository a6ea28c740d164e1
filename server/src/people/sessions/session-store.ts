import type { AccountId, SessionId, UserId } from '../../kernel/index.ts'
import {
  type Finder,
  type Queryable,
  type SelectByIds,
  compose,
  fragment,
  sql,
} from '../../database/index.ts'
import { type Account, type OwnRole, accountOfMember, grantsOfRoles } from '../../identity/index.ts'
import { type Session, type SignInMethod, type SignedIn, isOver } from './session.ts'

export interface StoredSession extends SignedIn {
  readonly isToRenew: boolean
  /** Until when the secret still counts; null for the current one. */
  readonly secretUntil: Temporal.Instant | null
}

interface SessionRow extends Session {
  /** The hash that was asked for, in hex. */
  readonly id: SessionId
  readonly sessionId: SessionId
  readonly isToRenew: boolean
  readonly secretUntil: Temporal.Instant | null
  readonly email: string
  readonly name: string
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: number
  readonly memberships:
    | readonly {
        readonly account: Account & { readonly own_roles: readonly OwnRole[] | null }
        readonly roles: readonly string[]
        readonly requiresSecondFactor: boolean
      }[]
    | null
}

const columns = fragment`
  user_id as "userId", account_id as "accountId", method, address, user_agent as "userAgent",
  created_at as "createdAt", last_seen_at as "lastSeenAt", ended_at as "endedAt"`

/** One read for everything that a request needs: session, person, accounts, roles. */
const sessionsByHashes: SelectByIds = (hashes) => compose`
  with asked as (select decode(hash, 'hex') as hash from unnest(${[...hashes]}::text[]) as one(hash)),
  found as (
    select encode(sessions.hash, 'hex') as shown, sessions.*, null::timestamptz as secret_until
    from asked join sessions on sessions.hash = asked.hash
    union all
    select encode(sessions.previous_hash, 'hex'), sessions.*, sessions.previous_until
    from asked join sessions on sessions.previous_hash = asked.hash)
  select shown as id, found.id as "sessionId", user_id as "userId", account_id as "accountId",
    method, address, user_agent as "userAgent", found.created_at as "createdAt",
    last_seen_at as "lastSeenAt", ended_at as "endedAt", is_to_renew as "isToRenew",
    secret_until as "secretUntil", email, name, password_hash is not null as "hasPassword",
    exists (select from totp_secrets
      where totp_secrets.user_id = found.user_id and confirmed_at is not null) as "hasTotp",
    cardinality(array(select id from passkeys where passkeys.user_id = found.user_id)) as passkeys,
    (select json_agg(json_build_object('account', ${accountOfMember}, 'roles', member.roles,
        'requiresSecondFactor', exists (select from sign_in_rules
          where sign_in_rules.account_id = member.account_id and requires_second_factor))
        order by member.account_id)
      from memberships as member
      where member.user_id = found.user_id
        and (found.account_id is null or found.account_id = member.account_id)
        and (found.account_id is not null or found.method = 'link' or not exists (
          select from identity_providers as provider
          where provider.account_id = member.account_id and provider.enforced))) as memberships
  from found join users on users.id = found.user_id
  where ended_at is null and deactivated_at is null`

/** A session that has not been ended, by the hash of its secret. */
export async function selectSessionByHash(
  db: Finder,
  hash: string,
): Promise<StoredSession | undefined> {
  const row = await db.find<SessionRow>(sessionsByHashes, hash)
  if (row === undefined) return undefined
  const { sessionId, isToRenew, secretUntil, email, name, memberships, ...rest } = row
  const { hasPassword, hasTotp, passkeys, ...session } = rest
  return {
    session: { ...session, id: sessionId },
    user: { id: row.userId, email, name },
    factors: { hasPassword, hasTotp, passkeys },
    memberships: (memberships ?? [])
      .map((one) => {
        const { own_roles: own, ...account } = one.account
        const { roles, requiresSecondFactor } = one
        return { account, roles, requiresSecondFactor, grants: grantsOfRoles(roles, own ?? []) }
      })
      .toSorted((one, other) => one.account.name.localeCompare(other.account.name)),
    isToRenew,
    secretUntil,
  }
}

export async function insertSession(tx: Queryable, session: Session, hash: Buffer): Promise<void> {
  await tx.query(sql`
    insert into sessions (id, user_id, account_id, method, hash, address, user_agent, created_at,
      last_seen_at)
    values (${session.id}, ${session.userId}, ${session.accountId}, ${session.method}, ${hash},
      ${session.address}, ${session.userAgent}, ${session.createdAt}, ${session.lastSeenAt})`)
}

export async function updateLastSeen(
  db: Queryable,
  id: SessionId,
  at: Temporal.Instant,
): Promise<void> {
  await db.query(sql`update sessions set last_seen_at = ${at} where id = ${id}`)
}

/** Gives the session another secret; false where another request was faster. */
export async function updateSecret(
  db: Queryable,
  id: SessionId,
  secret: { readonly old: Buffer; readonly new: Buffer; readonly oldUntil: Temporal.Instant },
): Promise<boolean> {
  const rows = await db.query(sql`
    update sessions set previous_hash = hash, previous_until = ${secret.oldUntil},
      hash = ${secret.new}, is_to_renew = false
    where id = ${id} and hash = ${secret.old} returning id`)
  return rows.length > 0
}

/** After a change of a person's factors: what their sessions have proven. */
export async function updateMethod(
  tx: Queryable,
  userId: UserId,
  { from, to }: { readonly from: readonly SignInMethod[]; readonly to: SignInMethod },
): Promise<void> {
  await tx.query(sql`
    update sessions set method = ${to}
    where user_id = ${userId} and ended_at is null and method = any (${[...from]}::text[])`)
}

/** Lets the sessions of a person get new secrets. */
export async function updateToRenew(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query(sql`
    update sessions set is_to_renew = true where user_id = ${userId} and ended_at is null`)
}

/** Ends sessions of a person: one, all, or all but one. Returns the ended ones. */
export async function updateEnded(
  tx: Queryable,
  userId: UserId,
  which: { readonly only?: SessionId; readonly except?: SessionId },
  at: Temporal.Instant,
): Promise<SessionId[]> {
  const rows = await tx.query<{ id: SessionId }>(sql`
    update sessions set ended_at = ${at}
    where user_id = ${userId} and ended_at is null
      and (${which.only ?? null}::text is null or id = ${which.only ?? null})
      and (${which.except ?? null}::text is null or id <> ${which.except ?? null})
    returning id`)
  return rows.map(({ id }) => id)
}

/** Ends the sessions that the provider of an account began. */
export async function updateEndedOfProvider(
  tx: Queryable,
  accountId: AccountId,
  at: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update sessions set ended_at = ${at}
    where account_id = ${accountId} and method = 'single_sign_on' and ended_at is null`)
}

/** The sessions of a person that are not over, newest first. */
export async function selectSessions(
  db: Queryable,
  userId: UserId,
  now: Temporal.Instant,
): Promise<Session[]> {
  const sessions = await db.query<Session>(compose`
    select id, ${columns} from sessions
    where user_id = ${userId} and ended_at is null order by id desc`)
  return sessions.filter((session) => !isOver(session, now))
}

/** Whether a person has signed in, as far as sessions are kept. */
export async function hasSignedIn(db: Queryable, userId: UserId): Promise<boolean> {
  return (await db.query(sql`select from sessions where user_id = ${userId} limit 1`)).length > 0
}

/** Deletes sessions that nobody can use any more. The audit log has their beginning and end. */
export async function deleteOldSessions(db: Queryable, before: Temporal.Instant): Promise<void> {
  await db.query(sql`
    delete from sessions where last_seen_at < ${before} or ended_at < ${before}`)
}
