import { createHash } from 'node:crypto'
import type { MailId } from '../../kernel/index.ts'
import type { Queryable } from '../../database/index.ts'
import { type KeyRing, open, seal } from '../../sealing/index.ts'
import type { ServerReply } from '../mail.ts'
import type { SealedRows } from '../rotate-rows.ts'
import {
  type SealedReport,
  insertReport,
  selectOneReportPerKey,
  selectReports,
  selectStaleReports,
  updateReportKey,
} from './report-store.ts'

/** A report as it came. */
export interface KeptReport {
  readonly outcome: ServerReply['outcome']
  readonly message: Buffer
}

/** Lists and mailboxes that forward may report often; of later ones the facts are kept. */
const reportsPerMailMax = 50

/** Keeps a report as it came, sealed: it holds addresses. */
export async function keepReport(
  keyRing: KeyRing,
  tx: Queryable,
  mailId: MailId,
  { at, outcome, report: hash }: ServerReply & { readonly report: string },
  message: Buffer,
): Promise<void> {
  const sealed = seal(keyRing, bindingOf({ mailId, hash }), message)
  const takenInAt = Temporal.Instant.from(at)
  const row = { ...sealed, mailId, hash, outcome, bytes: message.length, takenInAt }
  await insertReport(tx, row, reportsPerMailMax)
}

/** The reports about a mail to the byte, each held against its hash, oldest first. */
export async function readReports(
  { db, keyRing }: { readonly db: Queryable; readonly keyRing: KeyRing },
  mailId: MailId,
): Promise<KeptReport[]> {
  return (await selectReports(db, mailId)).map((stored) => {
    const message = open(keyRing, bindingOf(stored), stored)
    if (createHash('sha256').update(message).digest('hex') !== stored.hash) {
      throw new Error(`the report ${stored.hash} of ${mailId} is not what came`)
    }
    return { outcome: stored.outcome, message }
  })
}

export const sealedReports: SealedRows<SealedReport> = {
  name: 'Delivery reports',
  bindingOf,
  selectStale: selectStaleReports,
  updateKey: updateReportKey,
  selectOnePerKey: selectOneReportPerKey,
}

function bindingOf({ mailId, hash }: Pick<SealedReport, 'mailId' | 'hash'>): string {
  return `the report ${hash} of the mail ${mailId}`
}
