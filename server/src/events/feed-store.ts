import type { AccountId, EventId, PolicyId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, sql } from '../database/index.ts'
import { type RecordedEvent, eventColumns, ownedBy } from './event-search-store.ts'
import type { FeedOwner } from './feed-owner.ts'

/** An event with its position in the feed. */
export interface FeedEvent extends RecordedEvent {
  /** Greater than that of every event that could be read before it. */
  readonly position: number
}

/**
 * The next events after a position, oldest first: of one owner, or of all. The lateral join looks
 * each event up by its id, even in sessions whose plan was made while the table was small.
 */
export async function selectFeed(
  db: Queryable,
  { owner, after, limit }: { owner: FeedOwner | null; after: number; limit: number },
): Promise<FeedEvent[]> {
  const owned = owner === null ? [] : ownedBy(owner)
  return db.query<FeedEvent>(compose`
    select feed.position, event.*
    from (
      select position, event_id from event_feed
      where ${[...owned, fragment`position > ${after}`]}
      order by position limit ${limit}) as feed
    cross join lateral (
      select ${eventColumns} from events where events.id = feed.event_id limit 1) as event
    order by feed.position`)
}

/** The policy of an event, and who sold it. */
export interface FeedPolicy {
  readonly position: number
  /** Null for an event of no policy. */
  readonly policyId: PolicyId | null
  readonly distributorId: AccountId | null
}

/** The policies of the next events after a position. */
export async function selectFeedPolicies(
  db: Queryable,
  after: number,
  limit: number,
): Promise<FeedPolicy[]> {
  return db.query<FeedPolicy>(sql`
    select feed.position, event.policy_id as "policyId", feed.distributor_id as "distributorId"
    from (
      select position, event_id, distributor_id from event_feed
      where position > ${after} order by position limit ${limit}) as feed
    cross join lateral (
      select policy_id from events where events.id = feed.event_id limit 1) as event
    order by feed.position`)
}

/** Those of some policies that have events after a position, or events without one yet. */
export async function selectPoliciesAfter(
  db: Queryable,
  policyIds: readonly PolicyId[],
  after: number,
): Promise<PolicyId[]> {
  const rows = await db.query<{ id: PolicyId }>(sql`
    select distinct e.policy_id as id from events e
    left join event_feed f on f.event_id = e.id
    where e.policy_id = any(${policyIds}) and (f.position is null or f.position > ${after})`)
  return rows.map(({ id }) => id)
}

/** The greatest position in the feed. */
export async function selectLastPosition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`select position from event_feed_end`)
  if (row === undefined) throw new Error('the end of the event feed is gone')
  return row.position
}

/** The position of an event; undefined where it is not the owner's. */
export async function selectPosition(
  db: Queryable,
  owner: FeedOwner,
  eventId: EventId,
): Promise<number | undefined> {
  const [row] = await db.query<{ position: number }>(compose`
    select position from event_feed
    where ${[...ownedBy(owner), fragment`event_id = ${eventId}`]}`)
  return row?.position
}
