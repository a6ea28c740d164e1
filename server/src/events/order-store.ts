import { type Queryable, compose, fragment, sql } from '../database/index.ts'

/** How far the feed has come, as whoever carries it on finds it. */
export interface FeedEnd {
  /** The last place that had been drawn, before anything else of the transaction was read. */
  readonly drawnPlace: number
  /** Whether its snapshots were taken in another cluster: the database has moved. */
  readonly hasMoved: boolean
}

/**
 * Whether there may be events that have no position yet, and whether transactions that were under way
 * have written more of them than are looked at at once. Writes nothing and waits for nobody.
 */
export async function selectBehind(
  db: Queryable,
  placesMax: number,
): Promise<{ readonly isBehind: boolean; readonly hasManyLate: boolean }> {
  const [row] = await db.query<{ isBehind: boolean; hasManyLate: boolean }>(sql`
    select exists (select from events
        where tx = any (array(select pg_snapshot_xip(seen))) and place <= done_place
        offset ${placesMax}) as "hasManyLate",
      target is not null
      or cluster <> (select system_identifier::text from pg_control_system())
      or exists (select from events
        where place > seen_place and tx >= pg_snapshot_xmax(seen))
      or exists (select from events
        where tx = any (array(select pg_snapshot_xip(seen)))) as "isBehind"
    from event_feed_end`)
  return row ?? { isBehind: true, hasManyLate: false }
}

/**
 * Only one carries the feed on at a time; what it finds stays so until it commits. The last place is
 * read before the lock gives this transaction its id: whoever has a higher id draws a greater place.
 */
export async function lockFeedEnd(tx: Queryable): Promise<FeedEnd> {
  const [last] = await tx.query<{ drawnPlace: number }>(sql`
    select coalesce(pg_sequence_last_value('event_places'), 0)::bigint as "drawnPlace"`)
  const [row] = await tx.query<{ hasMoved: boolean }>(sql`
    select cluster <> (select system_identifier::text from pg_control_system()) as "hasMoved"
    from event_feed_end for update`)
  if (row === undefined || last === undefined) throw new Error('the end of the event feed is gone')
  return { ...last, ...row }
}

/**
 * The snapshot of a statement, as far as the id of its own transaction. By itself a snapshot ends with
 * the last transaction that is over: those after it may have drawn places long ago, and stand in it as
 * if they had not begun. Here they are under way, so that they are looked for by their ids.
 */
const snapshotUpToUs = fragment`(
  select (pg_snapshot_xmin(taken)::text || ':' || ends || ':' || coalesce((
      select string_agg(id::text, ',' order by id) from (
        select pg_snapshot_xip(taken)::text::bigint as id
        union select generate_series(pg_snapshot_xmax(taken)::text::bigint, ends - 1)) as under_way),
    ''))::pg_snapshot
  from (select pg_current_snapshot() as taken) as ours,
    lateral (select greatest(pg_snapshot_xmax(taken)::text::bigint,
      pg_current_xact_id()::text::bigint + 1) as ends) as bound)`

/**
 * Gives positions to some of what transactions have written that were under way the last time, in the
 * order of their places, after one of them. Everything else that waits has a greater place than these.
 */
export async function extendByLate(
  tx: Queryable,
  after: number,
  placesMax: number,
): Promise<{ count: number; upTo: number }> {
  const [row] = await tx.query<{ count: number; upTo: number | null }>(sql`
    with late as materialized (
      select id, place, livemode, insurer_id, distributor_id
      from events where tx = any (array(
          select pg_snapshot_xip(seen) from event_feed_end where target is null))
        and place > ${after} and place <= (select done_place from event_feed_end)
        and not exists (select from event_feed where event_id = events.id)
      order by place limit ${placesMax}),
    added as (
      insert into event_feed (position, event_id, livemode, insurer_id, distributor_id)
      select (select position from event_feed_end) + row_number() over (order by place),
        id, livemode, insurer_id, distributor_id
      from late
      returning position)
    update event_feed_end set position = position + (select count(*) from added)
    returning (select count(*) from added)::bigint as count, (select max(place) from late) as "upTo"`)
  return { count: row?.count ?? 0, upTo: row?.upTo ?? after }
}

/**
 * Gives positions to what this statement's snapshot sees and the last one did not: events of
 * transactions that were under way then, and of those that have begun since, which the index of
 * places ends with. So nobody is waited for, and what commits late is found by its transaction.
 * Says how many there were, and whether more are waiting than it has looked at.
 */
export async function extendFeed(
  tx: Queryable,
  { drawnPlace }: FeedEnd,
  placesMax: number,
): Promise<{ count: number; hasMore: boolean }> {
  const [row] = await tx.query<{ count: number; hasMore: boolean }>(compose`
    with last as materialized (
      select position, seen, done_place, coalesce(target, ${snapshotUpToUs}) as target,
        coalesce(target_place, ${drawnPlace}::bigint) as target_place,
        target is null as is_first
      from event_feed_end),
    looked_at as materialized (
      select id, place, tx, livemode, insurer_id, distributor_id
      from events where place > (select done_place from last)
      order by place limit ${placesMax}),
    fresh as (
      select looked_at.* from looked_at, last
      where pg_visible_in_snapshot(tx, target)
        and (tx >= pg_snapshot_xmax(seen) or tx = any (array(select pg_snapshot_xip(seen))))
      union all
      select id, place, tx, livemode, insurer_id, distributor_id
      from events where (select is_first from last)
        and tx = any (array(select pg_snapshot_xip(seen) from last))
        and place <= (select done_place from last)),
    added as (
      insert into event_feed (position, event_id, livemode, insurer_id, distributor_id)
      select (select position from last) + row_number() over (order by place),
        id, livemode, insurer_id, distributor_id
      from fresh
      where not exists (select from event_feed where event_id = fresh.id)
      returning position),
    outcome as (
      select (select count(*) from added) as added,
        (select count(*) from looked_at) = ${placesMax} as has_more,
        (select max(place) from looked_at) as looked_up_to)
    update event_feed_end as feed_end set
      position = feed_end.position + outcome.added,
      seen = case when has_more then feed_end.seen else last.target end,
      seen_place = case when has_more then feed_end.seen_place else last.target_place end,
      target = case when has_more then last.target end,
      target_place = case when has_more then last.target_place end,
      done_place = case when has_more then looked_up_to else last.target_place end
    from last, outcome
    returning outcome.added::bigint as count, has_more as "hasMore"`)
  if (row === undefined) throw new Error('the end of the event feed is gone')
  return row
}

/**
 * The same in a database that was carried to another cluster, where the ids of transactions begin
 * anew: places still tell what may have no position yet, and from there on it goes by the snapshots
 * of this cluster.
 */
export async function extendMovedFeed(
  tx: Queryable,
  { drawnPlace }: FeedEnd,
): Promise<{ count: number; hasMore: boolean }> {
  const [row] = await tx.query<{ count: number }>(compose`
    with added as (
      insert into event_feed (position, event_id, livemode, insurer_id, distributor_id)
      select (select position from event_feed_end) + row_number() over (order by place),
        id, livemode, insurer_id, distributor_id
      from events
      where (place > (select seen_place from event_feed_end)
          or tx = any (array(select pg_snapshot_xip(seen) from event_feed_end)))
        and not exists (select from event_feed where event_id = events.id)
      returning position)
    update event_feed_end set
      position = position + (select count(*) from added),
      seen = ${snapshotUpToUs}, seen_place = ${drawnPlace}, done_place = ${drawnPlace},
      target = null, target_place = null,
      cluster = (select system_identifier::text from pg_control_system())
    returning (select count(*) from added)::bigint as count`)
  return { count: row?.count ?? 0, hasMore: false }
}
