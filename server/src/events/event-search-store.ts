import type { AccountId, EventId, Json } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  pageOf,
  windowOf,
} from '../database/index.ts'
import type { EventType } from './event.ts'

export interface RecordedEvent {
  readonly id: EventId
  readonly type: EventType
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
  readonly subjectId: string
  readonly data: Json
  readonly createdAt: Temporal.Instant
  /** When it was on the test clock of what it happened to; null without one. */
  readonly clockAt: Temporal.Instant | null
}

const eventColumns = fragment`
  id, type, livemode, insurer_id as "insurerId", distributor_id as "distributorId",
  subject_id as "subjectId", data, created_at as "createdAt", clock_at as "clockAt"`

/** An insurer's events, newest first. */
export async function searchEvents(
  db: Queryable,
  search: {
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly subjectId: string | null
    readonly type: string | null
  },
  page: Page,
): Promise<PageRows<RecordedEvent>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${search.insurerId}`,
    fragment`livemode = ${search.livemode}`,
    ...window.conditions,
  ]
  if (search.subjectId !== null) conditions.push(fragment`subject_id = ${search.subjectId}`)
  if (search.type !== null) conditions.push(fragment`type = ${search.type}`)
  const rows = await db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where ${conditions} ${window.order}`)
  return pageOf(rows, page)
}

const historyEventsMax = 200

/** Everything that happened to some subjects, oldest first. */
export async function selectEventsOf(
  db: Queryable,
  subjectIds: readonly string[],
): Promise<RecordedEvent[]> {
  return db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where subject_id = any (${[...subjectIds]}::text[])
    order by id limit ${historyEventsMax}`)
}
