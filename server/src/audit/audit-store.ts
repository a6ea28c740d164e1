import { type AccountId, mintId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  json,
  pageOf,
  sql,
  windowOf,
} from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import type { AuditEntry } from './audit-entry.ts'

/** Writes the entry in the transaction of the change, so that no change is without one. */
export async function recordAudit(
  tx: Queryable,
  caller: Caller,
  change: Pick<AuditEntry, 'action' | 'subjectId' | 'before' | 'after'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    insert into audit_entries (id, account_id, key_id, action, subject_id, before, after, created_at)
    values (${mintId('aud', now)}, ${caller.account.id}, ${caller.keyId}, ${change.action},
      ${change.subjectId}, ${json(change.before)}::jsonb, ${json(change.after)}::jsonb, ${now})`)
}

/** An account's entries, newest first. */
export async function selectAudit(
  db: Queryable,
  accountId: AccountId,
  page: Page,
): Promise<PageRows<AuditEntry>> {
  const window = windowOf(page)
  const rows = await db.query<AuditEntry>(compose`
    select id, account_id as "accountId", key_id as "keyId", action, subject_id as "subjectId",
      before, after, created_at as "createdAt"
    from audit_entries
    where ${[fragment`account_id = ${accountId}`, ...window.conditions]} ${window.order}`)
  return pageOf(rows, page)
}
