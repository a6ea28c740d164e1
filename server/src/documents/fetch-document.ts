import { setTimeout as pause } from 'node:timers/promises'
import { type KeyedJob, enqueueOnce } from '../jobs/index.ts'
import type { Database } from '../database/index.ts'
import { letterDocumentsDue } from '../dunning/index.ts'
import { deferralDocumentsDue, invoiceDocumentsDue } from '../ledger/index.ts'
import { documentsDue } from '../policies/index.ts'
import { noticeDue } from '../renewals/index.ts'
import type { PolicyDocument } from './document.ts'
import { selectContent } from './document-store.ts'

export interface FetchedDocument {
  /** SHA-256 of the content, in hex. */
  readonly hash: string
  readonly content: Buffer
}

const documentWaitMs = 3_000
const lookAgainAfterMs = 40
const lookAgainAfterMsMax = 300
const patience = 1.5

/** A document's content; null where it is still to be made, which is asked for soon then. */
export async function findDocument(
  db: Database,
  document: PolicyDocument,
): Promise<FetchedDocument | null> {
  const found = await selectContent(db, document)
  if (found === undefined) await enqueueOnce(db, 'make_documents', dueOf(document), 'soon')
  return found ?? null
}

/** A document's content. One that nobody asked for before is made now; null when that takes long. */
export async function fetchDocument(
  db: Database,
  document: PolicyDocument,
): Promise<FetchedDocument | null> {
  const found = await selectContent(db, document)
  if (found !== undefined) return found
  await enqueueOnce(db, 'make_documents', dueOf(document))
  const until = performance.now() + documentWaitMs
  for (let afterMs = lookAgainAfterMs; performance.now() < until; afterMs *= patience) {
    await pause(Math.min(afterMs, lookAgainAfterMsMax))
    const made = await selectContent(db, document)
    if (made !== undefined) return made
  }
  return null
}

function dueOf({ sheet }: PolicyDocument): KeyedJob<'make_documents'> {
  if ('invoiceId' in sheet) return invoiceDocumentsDue(sheet)
  if ('deferralId' in sheet) return deferralDocumentsDue(sheet)
  if ('quoteId' in sheet) return noticeDue(sheet)
  if ('letterId' in sheet) return letterDocumentsDue(sheet)
  return documentsDue(sheet.policyId, sheet.versionId, sheet.occasion)
}
