import {
  type Clock,
  type MailId,
  type PolicyVersionId,
  type When,
  timeOf,
} from '../kernel/index.ts'
import { type Database, type Part, type Transaction, brokenConstraint } from '../database/index.ts'
import { momentOf } from '../deadlines/index.ts'
import { type News, eventsRecorded, recordEvents } from '../events/index.ts'
import { type Policy, policiesLocked } from '../policies/index.ts'
import {
  type HandedDocument,
  type ProductDefinition,
  handoverDocuments,
} from '../products/index.ts'
import { type HandoverRecord, recordsThatCount } from './handover.ts'
import { handedOverNews, handoverVoidedNews } from './handover-news.ts'
import { documentsHanded, handedOnce, selectHandovers, updateVoided } from './handover-store.ts'

/** A document as it went out. */
export interface HandedContent {
  readonly versionId: PolicyVersionId
  readonly designation: string
  readonly language: string
  /** SHA-256 of the content, in hex. */
  readonly hash: string
}

type Handing = Pick<ProductDefinition, 'customers' | 'documents'>

/**
 * Records that the customer opens a document by its link. Of documents that need not be handed over,
 * and once there is a contract, nothing is recorded; the same bytes are recorded once.
 */
export async function recordDownload(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  policy: Policy,
  definition: Handing,
  content: HandedContent,
): Promise<void> {
  const [found] = wantedOf(policy, definition, [content])
  if (found === undefined) return
  const known = await selectHandovers(db, policy.id)
  if (known.some((one) => isSame(one, content, null))) return
  const moment = await momentOf(db, clock, policy)
  const record = newRecord(policy, found, null, moment.now)
  try {
    await db.commit([
      policiesLocked([policy.id]),
      documentsHanded([record]),
      eventsRecorded([handedOverNews(policy, record)], moment),
    ])
  } catch (error) {
    // Opened twice at once.
    if (brokenConstraint(error) !== handedOnce) throw error
  }
}

/**
 * What a mail hands over by what it carries, for the statement that records that it has gone and that
 * has its policy locked.
 */
export async function handedByMail(
  db: Database,
  policy: Policy,
  definition: Handing,
  { mailId, contents }: { readonly mailId: MailId; readonly contents: readonly HandedContent[] },
  now: Temporal.Instant,
): Promise<{ readonly parts: readonly Part[]; readonly news: readonly News[] }> {
  const wanted = wantedOf(policy, definition, contents)
  if (wanted.length === 0) return { parts: [], news: [] }
  const known = await selectHandovers(db, policy.id)
  const records = wanted
    .filter(({ content }) => !known.some((one) => isSame(one, content, mailId)))
    .map((one) => newRecord(policy, one, mailId, now))
  if (records.length === 0) return { parts: [], news: [] }
  return {
    parts: [documentsHanded(records)],
    news: records.map((record) => handedOverNews(policy, record)),
  }
}

/** A mail has come back: what it carried counts no more. With the policy locked. */
export async function voidHandedByMail(
  tx: Transaction,
  policy: Policy,
  mailId: MailId,
  moment: When,
): Promise<void> {
  const records = recordsThatCount(await selectHandovers(tx, policy.id))
  const voided = records.filter((record) => record.mailId === mailId)
  if (voided.length === 0) return
  await updateVoided(tx, { policyId: policy.id, mailId }, timeOf(moment))
  const news = voided.map((record) => handoverVoidedNews(policy, record))
  await recordEvents(tx, news, moment)
}

interface Wanted {
  readonly document: HandedDocument
  readonly content: HandedContent
}

/** Only before the contract: what comes later is a delivery. */
function wantedOf(
  { issuedAt }: Policy,
  definition: Handing,
  contents: readonly HandedContent[],
): Wanted[] {
  if (issuedAt !== null) return []
  const documents = handoverDocuments(definition)
  return contents.flatMap((content) =>
    documents
      .filter(({ designation }) => designation === content.designation)
      .map((document) => ({ document, content })),
  )
}

function isSame(record: HandoverRecord, content: HandedContent, mailId: MailId | null): boolean {
  const { designation, hash } = content
  return record.designation === designation && record.hash === hash && record.mailId === mailId
}

function newRecord(
  { id: policyId }: Policy,
  { document, content }: Wanted,
  mailId: MailId | null,
  handedAt: Temporal.Instant,
): HandoverRecord {
  return { policyId, ...content, kind: document.handover, mailId, handedAt, voidedAt: null }
}
