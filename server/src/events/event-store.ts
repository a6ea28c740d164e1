import { mintId } from '../kernel/index.ts'
import { type Part, type Queryable, fragment, json, together } from '../database/index.ts'
import type { News } from './event.ts'

/** Writes news down in the transaction in which it happened, so that none is lost or invented. */
export async function recordEvents(
  tx: Queryable,
  news: readonly News[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(together([eventsTold(news, now)]))
}

/** The same for a statement that writes events together with what they tell of. */
export function eventsTold(news: readonly News[], now: Temporal.Instant): Part {
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
  return {
    name: 'events_told',
    body: fragment`
      insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, data, created_at)
      select * from json_to_recordset(${json(rows)}::json) as e(
        id text, type text, livemode boolean, insurer_id text, distributor_id text,
        subject_id text, data jsonb, created_at timestamptz)
      returning id`,
  }
}
