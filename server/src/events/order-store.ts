import { type Queryable, compose, fragment, sql } from '../database/index.ts'

/** Whether there may be events that have no position yet. Writes nothing and waits for nobody. */
export async function selectIsBehind(db: Queryable): Promise<boolean> {
  // Sorted by place: otherwise the planner might read the whole table to find no new event.
  const [row] = await db.query<{ isBehind: boolean }>(sql`
    select target is not null
      or cluster <> (select system_identifier::text from pg_control_system())
      or exists (select from (
          select tx from events where place > seen_place order by place offset 0) as later
        where tx >= pg_snapshot_xmax(seen))
      or exists (select from events
        where tx = any (array(select pg_snapshot_xip(seen)))) as "isBehind"
    from event_feed_end`)
  return row?.isBehind ?? true
}

/**
 * Keeps the last place that was drawn, for the rest of the transaction, and must be its first
 * statement: the place is read before the lock gives the transaction its id, so that a transaction
 * with a higher id draws a greater place. Also forces the use of indexes: the plans are made while
 * the tables are small, and used when they are large.
 */
export async function keepDrawnPlace(tx: Queryable): Promise<void> {
  await tx.query(sql`
    select set_config('enable_seqscan', 'off', true), set_config('bindery.drawn_place',
      coalesce(pg_sequence_last_value('event_places'), 0)::text, true)`)
}

const drawnPlace = fragment`current_setting('bindery.drawn_place')::bigint`
const ourCluster = fragment`(select system_identifier::text from pg_control_system())`

/** Only one transaction extends the feed at a time. */
export async function lockFeedEnd(tx: Queryable): Promise<void> {
  const rows = await tx.query(sql`select from event_feed_end for update`)
  if (rows.length === 0) throw new Error('the end of the event feed is gone')
}

/**
 * The snapshot of a statement, extended to the id of its own transaction. By itself a snapshot ends
 * with the last transaction that is over: later ones may have drawn places long ago, and yet count
 * as not begun. Here they count as under way, so that their events are found by transaction id.
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
 * Gives positions to some events of transactions that were under way the last time, sorted by
 * place, after a given place. All other waiting events have greater places.
 */
export async function extendByLate(
  tx: Queryable,
  after: number,
  eventsMax: number,
): Promise<{ count: number; upTo: number }> {
  const [row] = await tx.query<{ count: number; upTo: number | null }>(sql`
    with late as materialized (
      select id, place, livemode, insurer_id, distributor_id
      from events where tx = any (array(
          select pg_snapshot_xip(seen) from event_feed_end where target is null))
        and place > ${after} and place <= (select done_place from event_feed_end)
        and (select position from event_feed where event_id = events.id) is null
      order by place limit ${eventsMax}),
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

/** How one transaction has extended the feed. */
export interface FeedStep {
  readonly count: number
  /** More events wait than were looked at. */
  readonly hasMore: boolean
  /** Late transactions have written more events than one step takes: nothing was done. */
  readonly hasManyLate: boolean
}

/**
 * Gives positions to the events that this statement's snapshot sees and the last one did not: those
 * of transactions that were under way then, and those of later ones, at the end of the index of
 * places. No transaction is waited for: late commits are found by their transaction id. Undefined
 * where the last snapshot was taken in another cluster: the database has moved.
 */
export async function extendFeed(tx: Queryable, eventsMax: number): Promise<FeedStep | undefined> {
  const [row] = await tx.query<FeedStep>(compose`
    with last as materialized (
      select position, seen, done_place, coalesce(target, ${snapshotUpToUs}) as target,
        coalesce(target_place, ${drawnPlace}) as target_place,
        target is null as is_first
      from event_feed_end where cluster = ${ourCluster}),
    late as materialized (
      select id, place, livemode, insurer_id, distributor_id
      from events where (select is_first from last)
        and tx = any (array(select pg_snapshot_xip(seen) from last))
        and place <= (select done_place from last)
        and (select position from event_feed where event_id = events.id) is null
      limit ${eventsMax} + 1),
    looked_at as materialized (
      select id, place, tx, livemode, insurer_id, distributor_id
      from events where place > (select done_place from last)
      order by place limit ${eventsMax}),
    outlook as materialized (
      select (select count(*) from late) > ${eventsMax} as has_many_late,
        (select count(*) from looked_at) = ${eventsMax} as has_more,
        (select max(place) from looked_at) as looked_up_to),
    fresh as (
      select id, place, livemode, insurer_id, distributor_id from looked_at, last
      where pg_visible_in_snapshot(tx, target)
        and (tx >= pg_snapshot_xmax(seen) or tx = any (array(select pg_snapshot_xip(seen))))
        and (select position from event_feed where event_id = looked_at.id) is null
      union all
      select id, place, livemode, insurer_id, distributor_id from late),
    added as (
      insert into event_feed (position, event_id, livemode, insurer_id, distributor_id)
      select (select position from last) + row_number() over (order by place),
        id, livemode, insurer_id, distributor_id
      from fresh where not (select has_many_late from outlook)
      returning position)
    update event_feed_end as feed_end set
      position = feed_end.position + (select count(*) from added),
      seen = case when has_more or has_many_late then feed_end.seen else last.target end,
      seen_place = case when has_more or has_many_late then feed_end.seen_place
        else last.target_place end,
      target = case when has_many_late then feed_end.target when has_more then last.target end,
      target_place = case when has_many_late then feed_end.target_place
        when has_more then last.target_place end,
      done_place = case when has_many_late then feed_end.done_place when has_more then looked_up_to
        else last.target_place end
    from last, outlook
    returning (select count(*) from added)::bigint as count, has_more as "hasMore",
      has_many_late as "hasManyLate"`)
  return row
}

/**
 * The same in a database that was moved to another cluster, where transaction ids start again:
 * places still show which events may have no position, and the next step uses the snapshots of this
 * cluster.
 */
export async function extendMovedFeed(tx: Queryable): Promise<FeedStep> {
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
      target = null, target_place = null, cluster = ${ourCluster}
    returning (select count(*) from added)::bigint as count`)
  return { count: row?.count ?? 0, hasMore: false, hasManyLate: false }
}
