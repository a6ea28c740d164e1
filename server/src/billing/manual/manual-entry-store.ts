import type { ManualEntryId, PolicyId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { ManualEntry } from './manual-entry.ts'

const columns = fragment`
  id, policy_id as "policyId", insurer_id as "insurerId", livemode, currency, kind, amount, tax,
  tax_rate as "taxRate", text, reason, document_id as "documentId", reverses,
  created_at as "createdAt"`

export async function insertManualEntry(tx: Queryable, entry: ManualEntry): Promise<void> {
  await tx.query(sql`
    insert into manual_entries (id, policy_id, insurer_id, livemode, currency, kind, amount, tax,
      tax_rate, text, reason, document_id, reverses, created_at)
    values (${entry.id}, ${entry.policyId}, ${entry.insurerId}, ${entry.livemode},
      ${entry.currency}, ${entry.kind}, ${entry.amount}, ${entry.tax}, ${entry.taxRate},
      ${entry.text}, ${entry.reason}, ${entry.documentId}, ${entry.reverses}, ${entry.createdAt})`)
}

/** Oldest first. */
export async function selectManualEntries(
  db: Queryable,
  policyId: PolicyId,
): Promise<ManualEntry[]> {
  return db.query<ManualEntry>(compose`
    select ${columns} from manual_entries where policy_id = ${policyId} order by number`)
}

export function isReversed(entries: readonly ManualEntry[], id: ManualEntryId): boolean {
  return entries.some(({ reverses }) => reverses === id)
}
