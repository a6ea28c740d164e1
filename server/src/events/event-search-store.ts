import type { AccountId, EventId, Json, PolicyId, PolicyVersionId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  idsBetween,
  searchPage,
} from '../database/index.ts'
import { column, withinLimits } from '../identity/index.ts'
import type { EventType } from './event.ts'
import type { FeedOwner } from './feed-owner.ts'

export interface RecordedEvent {
  readonly id: EventId
  readonly type: EventType
  readonly livemode: boolean
  readonly insurerId: AccountId
  readonly distributorId: AccountId | null
  readonly subjectId: string
  /** The policy of the event, and its version in force at that time; null where it has none. */
  readonly policyId: PolicyId | null
  readonly versionId: PolicyVersionId | null
  /** The number of the event within its policy: 1, 2, 3 and so on, without a gap. */
  readonly sequence: number | null
  /** The version of the form of `data`; 0 for events older than the forms. */
  readonly dataVersion: number
  readonly data: Json
  readonly createdAt: Temporal.Instant
  /** The time on the test clock of the subject; null without a test clock. */
  readonly clockAt: Temporal.Instant | null
}

export const eventColumns = fragment`
  events.id, events.type, events.livemode, events.insurer_id as "insurerId", events.distributor_id as "distributorId",
  subject_id as "subjectId", policy_id as "policyId", version_id as "versionId", sequence,
  data_version as "dataVersion", data,
  created_at as "createdAt", clock_at as "clockAt"`

/** Conditions for an owner's rows, in tables with columns for owner and mode. */
export function ownedBy({ kind, accountId, livemode, limits }: FeedOwner): Fragment[] {
  const owner =
    kind === 'insurer'
      ? fragment`insurer_id = ${accountId}`
      : fragment`distributor_id = ${accountId}`
  const within = withinLimits(limits, limitsOfEvents)
  return [owner, fragment`livemode = ${livemode}`, ...(within === null ? [] : [within])]
}

/** Events do not know the product of their sale, so nobody is limited to those of some products. */
const limitsOfEvents = { product: () => fragment`false`, distributor: column('distributor_id') }

/** An owner's events, newest first. */
export function searchEvents(
  db: Queryable,
  {
    owner,
    subjectId,
    type,
  }: {
    readonly owner: FeedOwner
    readonly subjectId: string | null
    readonly type: string | null
  },
  page: Page,
): Promise<PageRows<RecordedEvent>> {
  return searchPage(db, page, {
    select: fragment`select ${eventColumns} from events`,
    where: [...ownedBy(owner), ...equal({ subject_id: subjectId, type })],
  })
}

/** Thirty years of monthly instalments, with their invoices and documents. */
const historyEventsMax = 3000

/** The events of a policy, oldest first; only the newest where there are very many. */
export async function selectEventsOf(db: Queryable, policyId: PolicyId): Promise<RecordedEvent[]> {
  const newest = await db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where policy_id = ${policyId}
    order by sequence desc limit ${historyEventsMax}`)
  return newest.toReversed()
}

/** The events of a policy after a number within it, oldest first. */
export function selectEventsAfter(
  db: Queryable,
  policyId: PolicyId,
  after: number,
  limit: number,
): Promise<RecordedEvent[]> {
  return db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where policy_id = ${policyId} and sequence > ${after}
    order by sequence limit ${limit}`)
}

/** The newest event of a policy. */
export async function selectNewestEvent(
  db: Queryable,
  policyId: PolicyId,
): Promise<RecordedEvent | undefined> {
  const [newest] = await db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where policy_id = ${policyId}
    order by sequence desc limit 1`)
  return newest
}

/** The events with these ids, in no order. */
export async function selectEvents(
  db: Queryable,
  ids: readonly EventId[],
): Promise<RecordedEvent[]> {
  if (ids.length === 0) return []
  return db.query<RecordedEvent>(compose`
    select ${eventColumns} from events where events.id = any (${[...ids]}::text[])`)
}

/** Whether an owner has events of these types, null for all, from one moment until another. */
export async function hasEventsBetween(
  db: Queryable,
  owner: FeedOwner,
  range: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  types: readonly string[] | null,
): Promise<boolean> {
  const conditions = [...ownedBy(owner), ...idsBetween('evt_', range.from, range.until)]
  if (types !== null) conditions.push(fragment`type = any (${[...types]}::text[])`)
  const rows = await db.query(compose`select id from events where ${conditions} limit 1`)
  return rows.length > 0
}

/** Whether an event of this type was recorded about a subject since a moment. */
export async function hasEventSince(
  db: Queryable,
  about: { readonly type: EventType; readonly subjectId: string; readonly livemode: boolean },
  since: Temporal.Instant,
): Promise<boolean> {
  const { type, subjectId, livemode } = about
  const conditions = [
    fragment`subject_id = ${subjectId}`,
    ...idsBetween('evt_', since, null),
    fragment`type = ${type}`,
    fragment`livemode = ${livemode}`,
  ]
  const rows = await db.query(compose`select id from events where ${conditions} limit 1`)
  return rows.length > 0
}

/** The ids and types of an owner's events in a range of time, after an event, oldest first. */
export async function selectTypesBetween(
  db: Queryable,
  owner: FeedOwner,
  range: {
    readonly from: Temporal.Instant
    readonly until: Temporal.Instant
    readonly after: string
  },
  limit: number,
): Promise<{ id: EventId; type: EventType }[]> {
  const conditions = [
    ...ownedBy(owner),
    ...idsBetween('evt_', range.from, range.until),
    fragment`id > ${range.after}`,
  ]
  return db.query(compose`
    select id, type from events where ${conditions} order by id limit ${limit}`)
}

/** What happened to policies in a span of time. For jobs. */
export function selectHappened(
  db: Queryable,
  { insurerId, livemode }: { readonly insurerId: AccountId; readonly livemode: boolean },
  span: {
    readonly from: Temporal.Instant
    readonly until: Temporal.Instant
    readonly types: readonly EventType[]
  },
): Promise<{ readonly type: EventType; readonly policyId: PolicyId }[]> {
  const where = [
    fragment`insurer_id = ${insurerId}`,
    fragment`livemode = ${livemode}`,
    ...idsBetween('evt_', span.from, span.until),
    fragment`type = any(${[...span.types]}::text[]) and policy_id is not null`,
  ]
  return db.query(compose`select type, policy_id as "policyId" from events where ${where}`)
}
