import type { ClosingId, Json } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { LedgerScope, Turnover } from './journal-store.ts'

/** A month in which nothing is posted any more. */
export interface Closing extends LedgerScope {
  readonly id: ClosingId
  /** Its first day. */
  readonly month: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  readonly closedAt: Temporal.Instant
  /** The person or key that closed it. */
  readonly closedBy: Json
  /** What was posted since the month that was closed before; null while it is summed. */
  readonly sums: {
    readonly postings: number
    readonly turnover: readonly Turnover[]
    /** In hex digits. */
    readonly digest: string
  } | null
}

/** Waits for all who post into these scope, and lets nobody post until the transaction ends. */
export async function lockLedger(
  tx: Queryable,
  { insurerId, livemode }: LedgerScope,
): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(ledger_lock(${insurerId}, ${livemode}))`)
}

export async function insertClosing(tx: Queryable, closing: Closing): Promise<void> {
  const { id, insurerId, livemode, month, lastDay, closedAt, closedBy } = closing
  await tx.query(sql`
    insert into closings (id, insurer_id, livemode, month, last_day, state, closed_at, closed_by)
    values (${id}, ${insurerId}, ${livemode}, ${month}, ${lastDay}, 'summing', ${closedAt},
      ${json(closedBy)}::jsonb)`)
}

/** False where somebody else has done it. */
export async function updateClosingSummed(
  tx: Queryable,
  id: ClosingId,
  { postings, turnover, digest }: NonNullable<Closing['sums']>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update closings set state = 'closed', postings = ${postings}, totals = ${json(turnover)}::jsonb,
      digest = decode(${digest}, 'hex')
    where id = ${id} and state = 'summing' returning id`)
  return rows.length > 0
}

/** Newest month first. */
export async function selectClosings(
  db: Queryable,
  { insurerId, livemode }: LedgerScope,
): Promise<Closing[]> {
  const rows = await db.query<StoredClosing>(sql`
    select id, insurer_id as "insurerId", livemode, month, last_day as "lastDay",
      closed_at as "closedAt", closed_by as "closedBy", postings, totals,
      encode(digest, 'hex') as digest
    from closings where insurer_id = ${insurerId} and livemode = ${livemode}
    order by month desc`)
  return rows.map(closingOf)
}

export async function selectClosing(db: Queryable, id: ClosingId): Promise<Closing | undefined> {
  const [row] = await db.query<StoredClosing>(sql`
    select id, insurer_id as "insurerId", livemode, month, last_day as "lastDay",
      closed_at as "closedAt", closed_by as "closedBy", postings, totals,
      encode(digest, 'hex') as digest
    from closings where id = ${id}`)
  return row === undefined ? undefined : closingOf(row)
}

interface StoredClosing extends Omit<Closing, 'sums'> {
  readonly postings: number | null
  readonly totals: readonly Turnover[] | null
  readonly digest: string | null
}

function closingOf({ postings, totals: turnover, digest, ...closing }: StoredClosing): Closing {
  if (postings === null || turnover === null || digest === null) return { ...closing, sums: null }
  return { ...closing, sums: { postings, turnover, digest } }
}
