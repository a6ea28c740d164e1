import { type When, clockTimeOf, isId, mintId, realOf } from '../kernel/index.ts'
import { type Part, type Transaction, fragment, rows } from '../database/index.ts'
import { type EventSubject, type News, eventForms } from './event.ts'

/** Records events in the transaction that causes them, so that none is lost or invented. */
export async function recordEvents(
  tx: Pick<Transaction, 'write'>,
  news: readonly News[],
  when: When,
): Promise<void> {
  await tx.write([eventsRecorded(news, when)])
}

/**
 * The same as part of a combined statement. The policy of the events has been locked or created
 * before: the database numbers them within it (`number_event`).
 */
export function eventsRecorded(news: readonly News[], when: When): Part {
  const clockAt = clockTimeOf(when)?.toString() ?? null
  const createdAt = realOf(when).toString()
  const recorded = news.map(({ type, about, data }) => ({
    id: mintId('evt', when),
    type,
    livemode: about.livemode,
    insurer_id: about.insurerId,
    distributor_id: about.distributorId,
    subject_id: about.id,
    policy_id: policyOf(about),
    data_version: eventForms[type].version,
    data,
    created_at: createdAt,
    clock_at: clockAt,
  }))
  return {
    name: 'events_recorded',
    announces: 'events',
    body: fragment`
      insert into events (id, type, livemode, insurer_id, distributor_id, subject_id, policy_id,
        data_version, data, created_at, clock_at)
      select * from json_to_recordset(${rows(recorded)}::json) as e(
        id text, type text, livemode boolean, insurer_id text, distributor_id text,
        subject_id text, policy_id text, data_version smallint, data jsonb, created_at timestamptz, clock_at timestamptz)
      returning id`,
  }
}

/**
 * The policy itself, or the one that a payment, a refund or an invoice is of. A product has none.
 */
function policyOf({ id, policyId }: EventSubject): string | null {
  return policyId ?? (isId('tpol', id) ? id : null)
}
