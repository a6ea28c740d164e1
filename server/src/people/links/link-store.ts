import type { AccountId, UserId, UserLinkId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { LinkKind, UserLink } from './link.ts'

interface LinkRow extends Omit<UserLink, 'invitation'> {
  readonly accountId: AccountId | null
  readonly name: string | null
  readonly roles: readonly string[] | null
}

const columns = fragment`
  id, kind, user_id as "userId", account_id as "accountId", email, name, roles,
  created_at as "createdAt", expires_at as "expiresAt", used_at as "usedAt"`

export async function insertLink(
  tx: Queryable,
  link: UserLink,
  hash: Buffer | null,
): Promise<void> {
  const { accountId = null, name = null, roles = null } = link.invitation ?? {}
  await tx.query(sql`
    insert into user_links (id, kind, user_id, account_id, email, name, roles, hash, created_at,
      expires_at)
    values (${link.id}, ${link.kind}, ${link.userId}, ${accountId}, ${link.email}, ${name},
      ${roles === null ? null : [...roles]}::text[], ${hash}, ${link.createdAt}, ${link.expiresAt})`)
}

/** A link that still works, by the hash of its secret. */
export async function selectLinkByHash(
  db: Queryable,
  kinds: readonly LinkKind[],
  hash: Buffer,
  now: Temporal.Instant,
): Promise<UserLink | undefined> {
  const [row] = await db.query<LinkRow>(compose`
    select ${columns} from user_links
    where hash = ${hash} and kind = any (${[...kinds]}::text[]) and used_at is null
      and expires_at > ${now}`)
  return row && linkOf(row)
}

/** Uses a link; false where it no longer works, or somebody was faster. */
export async function updateLinkUsed(
  tx: Queryable,
  id: UserLinkId,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update user_links set used_at = ${now}
    where id = ${id} and used_at is null and expires_at > ${now} returning id`)
  return rows.length > 0
}

/** Gives a link a secret; one that it had before no longer works. */
export async function updateLinkSecret(tx: Queryable, id: UserLinkId, hash: Buffer): Promise<void> {
  await tx.query(sql`update user_links set hash = ${hash} where id = ${id}`)
}

export async function updateInvitedRoles(
  tx: Queryable,
  id: UserLinkId,
  roles: readonly string[],
): Promise<void> {
  await tx.query(sql`update user_links set roles = ${[...roles]}::text[] where id = ${id}`)
}

/** The links of a person that still work, or will once they are created. */
export async function selectOpenLinks(
  db: Queryable,
  userId: UserId,
  now: Temporal.Instant,
): Promise<UserLink[]> {
  const rows = await db.query<LinkRow>(compose`
    select ${columns} from user_links
    where user_id = ${userId} and used_at is null and expires_at > ${now} order by kind, id`)
  return rows.map(linkOf)
}

/** The invitations of an account that nobody has accepted, expired ones included. */
export async function selectInvitations(db: Queryable, accountId: AccountId): Promise<UserLink[]> {
  const rows = await db.query<LinkRow>(compose`
    select ${columns} from user_links
    where account_id = ${accountId} and kind = 'invitation' and used_at is null order by id`)
  return rows.map(linkOf)
}

/** The two sides of the last change of address that a person asked for. */
export async function selectEmailChange(
  db: Queryable,
  userId: UserId,
  now: Temporal.Instant,
): Promise<UserLink[]> {
  const rows = await db.query<LinkRow>(compose`
    select ${columns} from user_links
    where user_id = ${userId} and kind in ('email_old', 'email_new') and expires_at > ${now}
    order by kind desc`)
  return rows.map(linkOf)
}

/** Deletes links of a person of some kinds, so that they no longer work. */
export async function deleteLinks(
  tx: Queryable,
  userId: UserId,
  kinds: readonly LinkKind[],
): Promise<void> {
  await tx.query(sql`
    delete from user_links where user_id = ${userId} and kind = any (${[...kinds]}::text[])`)
}

/** Deletes invitations of an account to an address, so that they no longer work. */
export async function deleteInvitations(
  tx: Queryable,
  accountId: AccountId,
  email: string,
): Promise<void> {
  await tx.query(sql`
    delete from user_links
    where account_id = ${accountId} and email = ${email} and kind = 'invitation'
      and used_at is null`)
}

export async function deleteOldLinks(db: Queryable, before: Temporal.Instant): Promise<void> {
  await db.query(sql`delete from user_links where expires_at < ${before}`)
}

function linkOf({ accountId, name, roles, ...link }: LinkRow): UserLink {
  const isInvitation = accountId !== null && name !== null && roles !== null
  return { ...link, invitation: isInvitation ? { accountId, name, roles } : null }
}
