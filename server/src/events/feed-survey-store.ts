import { type Queryable, json, sql } from '../database/index.ts'
import type { FeedOwner } from './feed-owner.ts'

const behindMax = 1_000

/**
 * How many events come after positions of the feed, each up to a thousand, and the oldest's time.
 */
export async function surveyBehind(
  db: Queryable,
  positions: readonly { readonly owner: FeedOwner; readonly after: number }[],
): Promise<{ waiting: number; oldestAt: Temporal.Instant | null }> {
  const rows = positions.map(({ owner, after }) => ({
    insurer_id: owner.kind === 'insurer' ? owner.accountId : null,
    distributor_id: owner.kind === 'distributor' ? owner.accountId : null,
    livemode: owner.livemode,
    after,
  }))
  const [row] = await db.query<{ waiting: number; oldestAt: Temporal.Instant | null }>(sql`
    select coalesce(sum(behind.count), 0)::int as waiting,
      (select min(created_at) from events where id = any (array_agg(behind.first))) as "oldestAt"
    from json_to_recordset(${json(rows)}::json) as reader(
      insurer_id text, distributor_id text, livemode boolean, after bigint),
    lateral (
      select count(*) as count, (array_agg(event_id order by position))[1] as first from (
        select position, event_id from event_feed
        where event_feed.insurer_id = reader.insurer_id and event_feed.livemode = reader.livemode
          and position > reader.after
        union all
        select position, event_id from event_feed
        where event_feed.distributor_id = reader.distributor_id
          and event_feed.livemode = reader.livemode and position > reader.after
        order by position limit ${behindMax}) as one) as behind`)
  return row ?? { waiting: 0, oldestAt: null }
}

/** When the newest event happened, where it has no position yet; null where it has one. */
export async function selectEventWaitingSince(db: Queryable): Promise<Temporal.Instant | null> {
  const [row] = await db.query<{ at: Temporal.Instant }>(sql`
    select created_at as at from (select id, created_at from events order by id desc limit 1) as newest
    where not exists (select from event_feed where event_id = newest.id)`)
  return row?.at ?? null
}
