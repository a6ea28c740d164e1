import type { EventId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import { type RecordedEvent, eventColumns, ownedBy } from './event-search-store.ts'
import type { FeedOwner } from './feed-owner.ts'

/** An event where it stands in the feed. */
export interface FeedEvent extends RecordedEvent {
  /** Greater than that of every event that could be read before it. */
  readonly position: number
}

/** The next events after a position, oldest first: of one owner, or of everybody at once. */
export async function selectFeed(
  db: Queryable,
  { owner, after, limit }: { owner: FeedOwner | null; after: number; limit: number },
): Promise<FeedEvent[]> {
  const owned = owner === null ? [] : ownedBy(owner)
  return db.query<FeedEvent>(compose`
    select feed.position, ${eventColumns}
    from (
      select position, event_id from event_feed
      where ${[...owned, fragment`position > ${after}`]}
      order by position limit ${limit}) as feed
    join events on events.id = feed.event_id
    order by feed.position`)
}

/** Where the feed ends: everything that has a position has this one, or a lower one. */
export async function selectLastPosition(db: Queryable): Promise<number> {
  const [row] = await db.query<{ position: number }>(sql`select position from event_feed_end`)
  if (row === undefined) throw new Error('the end of the event feed is gone')
  return row.position
}

/** Where an event stands; undefined for one that the owner has not. */
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

const behindMax = 1_000

/** How many events lie behind places of the feed, each up to a thousand, and since when the oldest does. */
export async function surveyBehind(
  db: Queryable,
  places: readonly { readonly owner: FeedOwner; readonly after: number }[],
): Promise<{ waiting: number; oldestAt: Temporal.Instant | null }> {
  const rows = places.map(({ owner, after }) => ({
    insurer_id: owner.kind === 'insurer' ? owner.accountId : null,
    distributor_id: owner.kind === 'distributor' ? owner.accountId : null,
    livemode: owner.livemode,
    after,
  }))
  const [row] = await db.query<{ waiting: number; oldestAt: Temporal.Instant | null }>(sql`
    select coalesce(sum(behind.count), 0)::int as waiting,
      (select min(created_at) from events where id = any (array_agg(behind.first))) as "oldestAt"
    from json_to_recordset(${json(rows)}::json) as place(
      insurer_id text, distributor_id text, livemode boolean, after bigint),
    lateral (
      select count(*) as count, (array_agg(event_id order by position))[1] as first from (
        select position, event_id from event_feed
        where event_feed.insurer_id = place.insurer_id and event_feed.livemode = place.livemode
          and position > place.after
        union all
        select position, event_id from event_feed
        where event_feed.distributor_id = place.distributor_id
          and event_feed.livemode = place.livemode and position > place.after
        order by position limit ${behindMax}) as one) as behind`)
  return row ?? { waiting: 0, oldestAt: null }
}
