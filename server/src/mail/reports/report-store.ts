import type { MailId } from '../../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../../database/index.ts'
import type { Sealed } from '../../sealing/index.ts'
import type { ServerReply } from '../mail.ts'

/** A report as it came, sealed. */
export interface StoredReport extends SealedReport {
  readonly outcome: ServerReply['outcome']
  readonly bytes: number
  readonly takenInAt: Temporal.Instant
}

export interface SealedReport extends Sealed {
  readonly mailId: MailId
  /** SHA-256 of the report, in hex. */
  readonly hash: string
}

const sealedColumns = fragment`
  mail_id as "mailId", encode(hash, 'hex') as hash, ring_key_id as "ringKeyId",
  sealed_key as "sealedKey", sealed_data as "sealedData"`

/** Keeps a report, unless its mail has so many already. */
export async function insertReport(
  tx: Queryable,
  report: StoredReport,
  reportsMax: number,
): Promise<void> {
  const { mailId } = report
  await tx.query(sql`
    insert into mail_reports (mail_id, hash, outcome, bytes, taken_in_at, ring_key_id, sealed_key,
      sealed_data)
    select ${mailId}, ${Buffer.from(report.hash, 'hex')}::bytea, ${report.outcome}, ${report.bytes}::int,
      ${report.takenInAt}::timestamptz, ${report.ringKeyId}, ${report.sealedKey}::bytea,
      ${report.sealedData}::bytea
    where not exists (
      select from mail_reports where mail_id = ${mailId} offset ${reportsMax - 1})`)
}

/** Oldest first. */
export async function selectReports(db: Queryable, mailId: MailId): Promise<StoredReport[]> {
  return db.query<StoredReport>(compose`
    select ${sealedColumns}, outcome, bytes, taken_in_at as "takenInAt" from mail_reports
    where mail_id = ${mailId} order by taken_in_at, hash`)
}

/** Some that were encrypted with an old key, locked until they are encrypted again. */
export async function selectStaleReports(
  tx: Queryable,
  ringKeyId: string,
  rowsMax: number,
): Promise<SealedReport[]> {
  return tx.query<SealedReport>(compose`
    select ${sealedColumns} from mail_reports where ring_key_id <> ${ringKeyId}
    limit ${rowsMax} for update skip locked`)
}

export async function updateReportKey(
  tx: Queryable,
  { mailId, hash, ringKeyId, sealedKey }: SealedReport,
): Promise<void> {
  await tx.query(sql`
    update mail_reports set ring_key_id = ${ringKeyId}, sealed_key = ${sealedKey}
    where mail_id = ${mailId} and hash = decode(${hash}, 'hex')`)
}

/** One for each key of the ring that is in use. */
export async function selectOneReportPerKey(db: Queryable): Promise<SealedReport[]> {
  return db.query<SealedReport>(compose`
    with recursive keys as (
      (select ring_key_id from mail_reports order by ring_key_id limit 1)
      union all
      select (select ring_key_id from mail_reports where ring_key_id > keys.ring_key_id
        order by ring_key_id limit 1)
      from keys where keys.ring_key_id is not null)
    select report.* from keys cross join lateral (
      select ${sealedColumns} from mail_reports
      where mail_reports.ring_key_id = keys.ring_key_id limit 1) as report`)
}
