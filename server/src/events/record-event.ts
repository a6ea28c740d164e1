import { mintId } from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { DomainEvent } from './event.ts'

/** Writes events down in the transaction in which they happened, so that none is lost or invented. */
export async function recordEvents(
  tx: Queryable,
  events: readonly DomainEvent[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, data, created_at)
    select * from jsonb_to_recordset(${json(eventRows(events, now))}::jsonb) as e(
      id text, type text, livemode boolean, insurer_id text, distributor_id text, subject_id text,
      data jsonb, created_at timestamptz)`)
}

/** The rows themselves, for a statement that writes events together with what they tell of. */
export function eventRows(events: readonly DomainEvent[], now: Temporal.Instant) {
  return events.map((event) => ({
    id: mintId('evt', now),
    type: event.type,
    livemode: event.livemode,
    insurer_id: event.insurerId,
    distributor_id: event.distributorId,
    subject_id: event.subjectId,
    data: event.data,
    created_at: now.toString(),
  }))
}
