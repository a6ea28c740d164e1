import { type AccountId, type When, mintId, realOf } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  type Transaction,
  compose,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Actor, Caller, RecordedOrigin } from '../identity/index.ts'
import type { AuditEntry } from './audit-entry.ts'

type Change = Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'> &
  Partial<Pick<AuditEntry, 'livemode'>>

/** Writes the entry in the transaction of the change, so that every change has one. */
export async function recordAudit(
  tx: Queryable,
  caller: Caller,
  change: Change & Partial<Pick<AuditEntry, 'accountId'>>,
  when: When,
): Promise<void> {
  await recordAuditIn(tx, [change.accountId ?? caller.account.id], caller, change, when)
}

/** Writes an entry in the log of each of these accounts: what a person does concerns all of theirs. */
export async function recordAuditIn(
  tx: Queryable,
  accountIds: readonly AccountId[],
  by: {
    /** Null for somebody who is not signed in, and for an operator on the machine. */
    readonly actor: Actor | null
    readonly request: RecordedOrigin | null
  },
  change: Change,
  when: When,
): Promise<void> {
  const { actor, request } = by
  const person = actor?.kind === 'user' ? actor : null
  await tx.query(sql`
    insert into audit_entries
      (id, account_id, key_id, user_id, session_id, address, request_id, action, subject_id, before,
        after, livemode, created_at)
    select id, account_id, ${actor?.kind === 'key' ? actor.id : null}, ${person?.id ?? null},
      ${person?.sessionId ?? null}, ${request?.address ?? null}, ${request?.id ?? null},
      ${change.action}, ${change.subjectId}, ${json(change.before)}::jsonb,
      ${json(change.after)}::jsonb, ${change.livemode ?? null}::boolean, ${realOf(when)}::timestamptz
    from unnest(${accountIds.map(() => mintId('aud', when))}::text[], ${[...accountIds]}::text[])
      as entry(id, account_id)`)
}

export interface AuditSearch {
  readonly accountId: AccountId
  /** Entries of this mode, and of both modes. */
  readonly livemode: boolean
  readonly subjectId: string | null
  /** The person who acted. */
  readonly userId: string | null
}

const columns = fragment`
  id, account_id as "accountId", key_id as "keyId", user_id as "userId",
  session_id as "sessionId", address, request_id as "requestId", form, action, subject_id as "subjectId",
  before, after, livemode, created_at as "createdAt"`

/** The entries with these ids, oldest first. */
export async function selectAuditEntries(
  db: Queryable,
  ids: readonly string[],
): Promise<AuditEntry[]> {
  if (ids.length === 0) return []
  return db.query<AuditEntry>(compose`
    select ${columns} from audit_entries where id = any (${[...ids]}::text[]) order by id`)
}

/** Takes unchained entries, in the transaction that chains them. */
export async function takeUnchained(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    delete from unchained_audit where entry_id in (
      select entry_id from unchained_audit order by entry_id limit ${limit} for update skip locked)
    returning entry_id as id`)
  return rows.map(({ id }) => id)
}

/** An account's entries, newest first. */
export function selectAudit(
  db: Queryable,
  { accountId, livemode, subjectId, userId }: AuditSearch,
  page: Page,
): Promise<PageRows<AuditEntry>> {
  return searchPage(db, page, {
    select: fragment`select ${columns} from audit_entries`,
    where: [
      ...equal({ account_id: accountId, subject_id: subjectId, user_id: userId }),
      fragment`(livemode is null or livemode = ${livemode})`,
    ],
  })
}
