import type { PolicyId } from '../kernel/index.ts'
import { type Part, type Queryable, brokenPart, fragment, sql } from '../database/index.ts'
import type { DocumentKey, PolicyDocument } from './document.ts'

/** A document as it was made, without its content. */
export interface MadeDocument extends Omit<PolicyDocument, 'file' | 'sheet'> {
  /** SHA-256 of the content, in hex. */
  readonly hash: string
  readonly madeAt: Temporal.Instant
}

/** Keeps a document, in a statement that has locked its policy, unless somebody has made it meanwhile: see `isMadeAlready`. */
export function documentKept(
  document: Omit<PolicyDocument, 'file' | 'sheet'>,
  content: { readonly hash: Buffer; readonly bytes: Uint8Array },
  now: Temporal.Instant,
): readonly Part[] {
  const contentKept = fragment`
    insert into document_contents (hash, content)
    values (${content.hash}, ${Buffer.from(content.bytes)})
    on conflict do nothing returning hash`
  const kept = fragment`
    insert into documents (subject_id, occasion, designation, policy_id, name, language,
      hash, made_at)
    values (${document.subjectId}, ${document.occasion}, ${document.designation},
      ${document.policyId}, ${document.name}, ${document.language}, ${content.hash}, ${now})
    on conflict do nothing returning designation`
  return [
    { name: 'content_kept', body: contentKept },
    { name: 'document_kept', body: kept, rows: 1 },
  ]
}

export function isMadeAlready(error: unknown): boolean {
  return brokenPart(error) === 'document_kept'
}

/** What is kept under a hash. */
export async function selectContentOf(db: Queryable, hash: string): Promise<Buffer | undefined> {
  const [row] = await db.query<{ content: Buffer }>(sql`
    select content from document_contents where hash = decode(${hash}, 'hex')`)
  return row?.content
}

export async function selectContent(
  db: Queryable,
  key: DocumentKey,
): Promise<{ hash: string; content: Buffer } | undefined> {
  const rows = await db.query<{ hash: string; content: Buffer }>(sql`
    select encode(hash, 'hex') as hash, content
    from documents join document_contents using (hash)
    where subject_id = ${key.subjectId} and occasion = ${key.occasion}
      and designation = ${key.designation} and policy_id = ${key.policyId}`)
  return rows[0]
}

/** What was made for a policy so far, oldest first. */
export async function selectDocuments(db: Queryable, policyId: PolicyId): Promise<MadeDocument[]> {
  return db.query<MadeDocument>(sql`
    select policy_id as "policyId", subject_id as "subjectId", occasion, designation, name,
      language, encode(hash, 'hex') as hash, made_at as "madeAt"
    from documents where policy_id = ${policyId}
    order by made_at, subject_id, occasion, designation`)
}
