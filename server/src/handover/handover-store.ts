import type { MailId, PolicyId } from '../kernel/index.ts'
import { type Part, type Queryable, fragment, rows, sql } from '../database/index.ts'
import type { HandoverRecord } from './handover.ts'

/** Lets offers wait for their documents, in the statement that makes them; nothing where none does. */
export function handoversRequired(
  offers: readonly { readonly policyId: PolicyId; readonly at: Temporal.Instant }[],
): readonly Part[] {
  if (offers.length === 0) return []
  const required = offers.map(({ policyId, at }) => ({
    policy_id: policyId,
    required_at: at.toString(),
  }))
  const body = fragment`
    insert into handovers (policy_id, required_at)
    select * from json_to_recordset(${rows(required)}::json) as h(
      policy_id text, required_at timestamptz)
    returning policy_id`
  return [{ name: 'handovers_required', body }]
}

export async function isHandoverRequired(db: Queryable, policyId: PolicyId): Promise<boolean> {
  const found = await db.query(sql`select policy_id from handovers where policy_id = ${policyId}`)
  return found.length > 0
}

export const handedOnce = 'handed_documents_once'

/** In a statement that has locked the policy. Fails with `handedOnce` where one is recorded already. */
export function documentsHanded(records: readonly HandoverRecord[]): Part {
  const handed = records.map((record) => ({
    policy_id: record.policyId,
    version_id: record.versionId,
    designation: record.designation,
    kind: record.kind,
    language: record.language,
    content_hash: record.hash,
    mail_id: record.mailId,
    handed_at: record.handedAt.toString(),
  }))
  return {
    name: 'documents_handed',
    body: fragment`
      insert into handed_documents (policy_id, version_id, designation, kind, language,
        content_hash, mail_id, handed_at)
      select policy_id, version_id, designation, kind, language, decode(content_hash, 'hex'),
        mail_id, handed_at
      from json_to_recordset(${rows(handed)}::json) as h(policy_id text, version_id text,
        designation text, kind text, language text, content_hash text, mail_id text,
        handed_at timestamptz)
      returning designation`,
  }
}

/** What a mail has carried counts no more. With the policy locked. */
export async function updateVoided(
  tx: Queryable,
  { policyId, mailId }: { readonly policyId: PolicyId; readonly mailId: MailId },
  at: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update handed_documents set voided_at = ${at}
    where policy_id = ${policyId} and mail_id = ${mailId} and voided_at is null`)
}

/** Everything that was handed over for an offer, oldest first. */
export async function selectHandovers(
  db: Queryable,
  policyId: PolicyId,
): Promise<HandoverRecord[]> {
  return db.query<HandoverRecord>(sql`
    select policy_id as "policyId", version_id as "versionId", designation, kind, language,
      encode(content_hash, 'hex') as hash, mail_id as "mailId", handed_at as "handedAt",
      voided_at as "voidedAt"
    from handed_documents where policy_id = ${policyId}
    order by handed_at, designation, mail_id`)
}
