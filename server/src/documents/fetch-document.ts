import { setTimeout as pause } from 'node:timers/promises'
import { enqueueOnce } from '../jobs/index.ts'
import type { Database } from '../database/index.ts'
import { documentsDue } from '../policies/index.ts'
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

/** A document's content. One that nobody asked for before is made now; null when that takes long. */
export async function fetchDocument(
  db: Database,
  document: PolicyDocument,
): Promise<FetchedDocument | null> {
  const found = await selectContent(db, document)
  if (found !== undefined) return found
  const { policyId, versionId, occasion } = document
  await enqueueOnce(db, 'make_documents', documentsDue(policyId, versionId, occasion))
  const until = performance.now() + documentWaitMs
  for (let afterMs = lookAgainAfterMs; performance.now() < until; afterMs *= patience) {
    await pause(Math.min(afterMs, lookAgainAfterMsMax))
    const made = await selectContent(db, document)
    if (made !== undefined) return made
  }
  return null
}
