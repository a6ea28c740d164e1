import type { BankReceiptId, InvoiceId, PaymentId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { BankReceipt, KnownLine, ReceiptState, UnmatchedReason } from './bank-receipt.ts'

const receiptColumns = fragment`
  id, insurer_id as "insurerId", livemode, amount, currency, received_on as "receivedOn", reference,
  bank_id as "bankId", digest, ordinal, state, why, invoice_id as "invoiceId",
  payment_id as "paymentId", reason, imported_at as "importedAt"`

interface Whose {
  readonly insurerId: string
  readonly livemode: boolean
}

/** Files of one insurer are taken one after the other, so that none is taken twice. */
export async function lockImports(tx: Queryable, { insurerId, livemode }: Whose): Promise<void> {
  await tx.query(sql`
    select pg_advisory_xact_lock(hashtextextended(${`receipts ${insurerId} ${livemode}`}, 0))`)
}

/** Lines that say the same as some others. */
export async function selectKnownLines(
  db: Queryable,
  { insurerId, livemode }: Whose,
  digests: readonly Buffer[],
): Promise<KnownLine[]> {
  const hex = digests.map((digest) => digest.toString('hex'))
  return db.query<KnownLine>(sql`
    select id, digest, bank_id as "bankId", ordinal from bank_receipts
    where insurer_id = ${insurerId} and livemode = ${livemode} and digest in (
      select decode(one, 'hex') from unnest(${hex}::text[]) as one)
    order by ordinal`)
}

export async function insertReceipts(
  tx: Queryable,
  receipts: readonly BankReceipt[],
): Promise<void> {
  const rows = receipts.map((one) => ({ ...one, digest: one.digest.toString('hex') }))
  await tx.query(sql`
    insert into bank_receipts (id, insurer_id, livemode, amount, currency, received_on, reference,
      bank_id, digest, ordinal, state, imported_at)
    select id, "insurerId", livemode, amount, currency, "receivedOn", reference, "bankId",
      decode(digest, 'hex'), ordinal, state, "importedAt"
    from json_to_recordset(${json(rows)}::json) as r(
      id text, "insurerId" text, livemode boolean, amount bigint, currency text, "receivedOn" date,
      reference text, "bankId" text, digest text, ordinal integer, state text,
      "importedAt" timestamptz)`)
}

export async function selectReceipt(
  db: Queryable,
  id: BankReceiptId,
): Promise<BankReceipt | undefined> {
  const rows = await db.query<BankReceipt>(compose`
    select ${receiptColumns} from bank_receipts where id = ${id}`)
  return rows[0]
}

export async function selectReceipts(
  db: Queryable,
  ids: readonly BankReceiptId[],
): Promise<BankReceipt[]> {
  return db.query<BankReceipt>(compose`
    select ${receiptColumns} from bank_receipts where id = any(${ids})`)
}

/** Those that were posted as one of these payments. */
export async function selectPosted(
  db: Queryable,
  paymentIds: readonly PaymentId[],
): Promise<Pick<BankReceipt, 'id' | 'amount' | 'invoiceId' | 'paymentId'>[]> {
  if (paymentIds.length === 0) return []
  return db.query(sql`
    select id, amount, invoice_id as "invoiceId", payment_id as "paymentId"
    from bank_receipts where payment_id = any(${paymentIds})`)
}

/** Receipts that were read, but not posted by the import that read them. */
export async function selectWaiting(
  db: Queryable,
  importedBefore: Temporal.Instant,
  rowsMax: number,
): Promise<{ readonly id: BankReceiptId }[]> {
  return db.query(sql`
    select id from bank_receipts where state = 'waiting' and imported_at < ${importedBefore}
    order by id limit ${rowsMax}`)
}

/** Newest first. */
export function searchReceipts(
  db: Queryable,
  { insurerId, livemode, state }: Whose & { readonly state: ReceiptState | null },
  page: Page,
): Promise<PageRows<BankReceipt>> {
  return searchPage(db, page, {
    select: fragment`select ${receiptColumns} from bank_receipts`,
    where: [
      ...equal({ insurer_id: insurerId, livemode, state }),
      // Those in hand have an index of their own, which is found where the states are written out.
      state === 'unmatched' ? fragment`state in ('waiting', 'unmatched')` : null,
    ],
    isPlannedByValue: true,
  })
}

/** Marks a receipt as posted, once: false where another process was faster. */
export async function updateMatched(
  tx: Queryable,
  id: BankReceiptId,
  posted: { readonly invoiceId: InvoiceId; readonly paymentId: PaymentId },
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update bank_receipts set state = 'matched', invoice_id = ${posted.invoiceId},
      payment_id = ${posted.paymentId}, settled_at = ${now}
    where id = ${id} and state in ('waiting', 'unmatched') returning id`)
  return rows.length > 0
}

/** Left to a person: false where it does not wait any more. */
export async function updateUnmatched(
  tx: Queryable,
  id: BankReceiptId,
  why: UnmatchedReason,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update bank_receipts set state = 'unmatched', why = ${why}
    where id = ${id} and state = 'waiting' returning id`)
  return rows.length > 0
}

export async function updateDismissed(
  tx: Queryable,
  id: BankReceiptId,
  reason: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update bank_receipts set state = 'dismissed', reason = ${reason}, settled_at = ${now}
    where id = ${id} and state = 'unmatched' returning id`)
  return rows.length > 0
}
