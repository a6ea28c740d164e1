import type { PolicyId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { DocumentKey, PolicyDocument } from './document.ts'

/** A paper as it was made, without its content. */
export interface MadeDocument extends Omit<PolicyDocument, 'file'> {
  /** SHA-256 of the content, in hex. */
  readonly hash: string
  readonly madeAt: Temporal.Instant
}

/** Keeps a paper, unless somebody has made it meanwhile; tells whether it did. */
export async function insertDocument(
  tx: Queryable,
  document: Omit<PolicyDocument, 'file'>,
  content: { readonly hash: Buffer; readonly bytes: Uint8Array },
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    with kept as (
      insert into document_contents (hash, content)
      values (${content.hash}, ${Buffer.from(content.bytes)})
      on conflict do nothing)
    insert into documents (policy_version_id, occasion, designation, policy_id, name, language,
      hash, made_at)
    values (${document.versionId}, ${document.occasion}, ${document.designation},
      ${document.policyId}, ${document.name}, ${document.language}, ${content.hash}, ${now})
    on conflict do nothing returning designation`)
  return rows.length > 0
}

export async function selectContent(
  db: Queryable,
  key: DocumentKey,
): Promise<{ hash: string; content: Buffer } | undefined> {
  const rows = await db.query<{ hash: string; content: Buffer }>(sql`
    select encode(hash, 'hex') as hash, content
    from documents join document_contents using (hash)
    where policy_version_id = ${key.versionId} and occasion = ${key.occasion}
      and designation = ${key.designation} and policy_id = ${key.policyId}`)
  return rows[0]
}

/** What was made for a policy so far, oldest first. */
export async function selectDocuments(db: Queryable, policyId: PolicyId): Promise<MadeDocument[]> {
  return db.query<MadeDocument>(sql`
    select policy_id as "policyId", policy_version_id as "versionId", occasion, designation, name,
      language, encode(hash, 'hex') as hash, made_at as "madeAt"
    from documents where policy_id = ${policyId}
    order by made_at, policy_version_id, occasion, designation`)
}
