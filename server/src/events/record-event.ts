import { mintId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { News } from './event.ts'

/** Writes news down in the transaction in which it happened, so that none is lost or invented. */
export async function recordEvents(
  tx: Queryable,
  news: readonly News[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = news.map(({ type, about, data }) => ({
    id: mintId('evt', now),
    type,
    livemode: about.livemode,
    insurer_id: about.insurerId,
    distributor_id: about.distributorId,
    subject_id: about.id,
    data,
    created_at: now.toString(),
  }))
  await tx.query(sql`
    insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, data, created_at)
    select * from jsonb_to_recordset(${json(rows)}::jsonb) as e(
      id text, type text, livemode boolean, insurer_id text, distributor_id text, subject_id text,
      data jsonb, created_at timestamptz)`)
}
