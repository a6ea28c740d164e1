import { type When, clockTimeOf, mintId, realOf } from '../kernel/index.ts'
import { type Part, type Queryable, fragment, json, together } from '../database/index.ts'
import type { News } from './event.ts'

/** Writes news down in the transaction in which it happened, so that none is lost or invented. */
export async function recordEvents(
  tx: Queryable,
  news: readonly News[],
  when: When,
): Promise<void> {
  await tx.query(together([eventsTold(news, when)]))
}

/** The same for a statement that writes events together with what they tell of. */
export function eventsTold(news: readonly News[], when: When): Part {
  const clockAt = clockTimeOf(when)?.toString() ?? null
  const createdAt = realOf(when).toString()
  const rows = news.map(({ type, about, data }) => ({
    id: mintId('evt', when),
    type,
    livemode: about.livemode,
    insurer_id: about.insurerId,
    distributor_id: about.distributorId,
    subject_id: about.id,
    data,
    created_at: createdAt,
    clock_at: clockAt,
  }))
  return {
    name: 'events_told',
    body: fragment`
      insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, data, created_at,
        clock_at)
      select * from json_to_recordset(${json(rows)}::json) as e(
        id text, type text, livemode boolean, insurer_id text, distributor_id text,
        subject_id text, data jsonb, created_at timestamptz, clock_at timestamptz)
      returning id`,
  }
}
