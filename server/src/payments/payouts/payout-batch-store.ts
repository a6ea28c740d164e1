import type { AccountId, PayoutBatchId } from '../../kernel/index.ts'
import { type Queryable, sql } from '../../database/index.ts'

/** Payouts that are given to the bank together. */
export interface PayoutBatch {
  readonly id: PayoutBatchId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly createdAt: Temporal.Instant
}

export async function insertBatch(tx: Queryable, batch: PayoutBatch): Promise<void> {
  await tx.query(sql`
    insert into payout_batches (id, insurer_id, livemode, created_at)
    values (${batch.id}, ${batch.insurerId}, ${batch.livemode}, ${batch.createdAt})`)
}

export async function selectBatch(
  db: Queryable,
  id: PayoutBatchId,
): Promise<PayoutBatch | undefined> {
  const [row] = await db.query<PayoutBatch>(sql`
    select id, insurer_id as "insurerId", livemode, created_at as "createdAt"
    from payout_batches where id = ${id}`)
  return row
}

/** Counts a download: how many there were with it. Undefined if it is not the first and has to be. */
export async function updateDownloaded(
  tx: Queryable,
  id: PayoutBatchId,
  isAgain: boolean,
): Promise<number | undefined> {
  const [row] = await tx.query<{ readonly downloads: number }>(sql`
    update payout_batches set downloads = downloads + 1
    where id = ${id} and (downloads = 0 or ${isAgain}) returning downloads`)
  return row?.downloads
}
