import type { AccountId, EventId, WebhookId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  json,
  searchPage,
  sql,
} from '../database/index.ts'
import type { Attempt, Delivery, DeliveryState } from './webhook.ts'

/** The outcome of one attempt. */
export interface Outcome {
  readonly webhookId: WebhookId
  readonly eventId: EventId
  readonly state: DeliveryState
  readonly round: number
  readonly failures: number
  readonly nextAt: Temporal.Instant | null
  readonly attempt: Attempt
}

/** How far the deliveries of an endpoint have come. */
export interface Progress {
  readonly id: WebhookId
  readonly deliveredTo: number
  readonly hasDelivered: boolean
  /** The time of the first failure, if there is one. */
  readonly failedAt: Temporal.Instant | null
}

/** Older attempts are dropped: a delivery may be resent any number of times. */
const attemptsKeptMax = 20

/** The time of a delivery's next attempt. */
export interface NextTry {
  readonly webhookId: WebhookId
  readonly eventId: EventId
  readonly nextAt: Temporal.Instant
}

/**
 * Stores outcomes of attempts and the positions of their endpoints in one statement: every event
 * before an endpoint's position is delivered or has a row. Storing the same outcome twice is
 * harmless. Outcomes of deleted endpoints are dropped. Returns the deliveries that wait now, also
 * those that were resent while they were under way.
 */
export async function writeOutcomes(
  db: Queryable,
  outcomes: readonly Outcome[],
  progress: readonly Progress[],
): Promise<NextTry[]> {
  const rows = outcomes.map((one) => ({ ...one, nextAt: one.nextAt?.toString() ?? null }))
  const positions = progress.map((one) => ({ ...one, failedAt: one.failedAt?.toString() ?? null }))
  return db.query(sql`
    with moved as (
      update webhooks set delivered_to = greatest(delivered_to, progress."deliveredTo"),
        failing_since = case when not progress."hasDelivered"
          then coalesce(failing_since, progress."failedAt") end,
        warned_at = case when not progress."hasDelivered" then warned_at end
      from json_to_recordset(${json(positions)}::json) as progress(
        id text, "deliveredTo" bigint, "hasDelivered" boolean, "failedAt" timestamptz)
      where webhooks.id = progress.id and deleted_at is null
      returning webhooks.id),
    written as (
      insert into webhook_deliveries as kept
        (webhook_id, event_id, state, round, failures, next_at, attempts, tried_at)
      select "webhookId", "eventId", state, round, failures, "nextAt", jsonb_build_array(attempt),
        (attempt ->> 'at')::timestamptz
      from json_to_recordset(${json(rows)}::json) as o(
        "webhookId" text, "eventId" text, state text, round integer, failures integer,
        "nextAt" timestamptz, attempt jsonb)
      where "webhookId" in (select id from moved)
      on conflict (webhook_id, event_id) do update set
        state = case when kept.round = excluded.round then excluded.state else kept.state end,
        failures = case when kept.round = excluded.round then excluded.failures else kept.failures end,
        next_at = case when kept.round = excluded.round then excluded.next_at else kept.next_at end,
        attempts = case when kept.attempts @> excluded.attempts then kept.attempts
          else jsonb_path_query_array(kept.attempts || excluded.attempts,
            format('$[last - %s to last]', ${attemptsKeptMax - 1}::int)::jsonpath) end,
        tried_at = excluded.tried_at
      returning webhook_id as "webhookId", event_id as "eventId", next_at as "nextAt")
    select "webhookId", "eventId", "nextAt" from written where "nextAt" is not null`)
}

/** For each endpoint with waiting deliveries, when the first of them is due. */
export async function selectNextTries(
  db: Queryable,
  webhookIds: readonly WebhookId[],
): Promise<NextTry[]> {
  return db.query(sql`
    select one.id as "webhookId", next.event_id as "eventId", next.next_at as "nextAt"
    from unnest(${[...webhookIds]}::text[]) as one(id)
    cross join lateral (
      select event_id, next_at from webhook_deliveries
      where webhook_id = one.id and state = 'waiting' order by next_at, event_id limit 1) as next`)
}

/** A delivery that waits for its next attempt. */
export interface WaitingDelivery {
  readonly eventId: EventId
  readonly round: number
  readonly failures: number
  readonly nextAt: Temporal.Instant
}

/** The next waiting deliveries of an endpoint, due or not, without those under way. */
export async function selectWaiting(
  db: Queryable,
  webhookId: WebhookId,
  except: readonly EventId[],
  limit: number,
): Promise<WaitingDelivery[]> {
  return db.query(sql`
    select event_id as "eventId", round, failures, next_at as "nextAt" from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'waiting'
      and not event_id = any(${[...except]}::text[])
    order by next_at, event_id limit ${limit}`)
}

const deliveryColumns = fragment`
  webhook_id as "webhookId", event_id as "eventId", id, state, round, failures, next_at as "nextAt",
  attempts`

export type FoundDelivery = Delivery & { readonly id: EventId }

/** An endpoint's deliveries, those of the newest events first. */
export function selectDeliveries(
  db: Queryable,
  {
    webhookId,
    state,
    eventId,
  }: {
    readonly webhookId: WebhookId
    readonly state: DeliveryState | null
    readonly eventId: string | null
  },
  page: Page,
): Promise<PageRows<FoundDelivery>> {
  return searchPage(db, page, {
    select: fragment`
      select ${deliveryColumns}
      from (select *, event_id as id from webhook_deliveries) as delivery`,
    where: equal({ webhook_id: webhookId, state, id: eventId }),
  })
}

/** Whether an endpoint has deliveries that have not succeeded so far. */
export async function hasFailed(db: Queryable, webhookId: WebhookId): Promise<boolean> {
  const rows = await db.query(sql`
    select from webhook_deliveries where webhook_id = ${webhookId} and state <> 'delivered' limit 1`)
  return rows.length > 0
}

/** Restarts deliveries, and starts those that have never been tried. */
export async function restartDeliveries(
  tx: Queryable,
  webhookId: WebhookId,
  eventIds: readonly EventId[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    insert into webhook_deliveries as kept
      (webhook_id, event_id, state, round, failures, next_at, attempts)
    select ${webhookId}, event_id, 'waiting', 1, 0, ${now}, '[]'::jsonb
    from unnest(${[...eventIds]}::text[]) as event_id
    on conflict (webhook_id, event_id) do update set
      state = 'waiting', round = kept.round + 1, failures = 0, next_at = excluded.next_at`)
}

/** Restarts some undelivered deliveries after an event; returns their events, in order. */
export async function restartUndelivered(
  tx: Queryable,
  webhookId: WebhookId,
  after: string,
  limit: number,
  now: Temporal.Instant,
): Promise<EventId[]> {
  const rows = await tx.query<{ eventId: EventId }>(sql`
    with failed as (
      select event_id from webhook_deliveries
      where webhook_id = ${webhookId} and event_id > ${after} and state <> 'delivered'
      order by event_id limit ${limit} for update)
    update webhook_deliveries as kept set state = 'waiting', round = round + 1, failures = 0,
      next_at = ${now}
    from failed where kept.webhook_id = ${webhookId} and kept.event_id = failed.event_id
    returning kept.event_id as "eventId"`)
  return rows.map(({ eventId }) => eventId).toSorted()
}

/** Deletes some deliveries of an endpoint; returns how many. */
export async function deleteDeliveries(
  db: Queryable,
  webhookId: WebhookId,
  rowsMax: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_deliveries
    where webhook_id = ${webhookId} and event_id = any(array(
      select event_id from webhook_deliveries where webhook_id = ${webhookId}
      limit ${rowsMax}))
    returning event_id`)
  return rows.length
}

/** Deletes some finished deliveries of events before one, not tried since; returns how many. */
export async function deleteOldDeliveries(
  db: Queryable,
  webhookId: WebhookId,
  old: {
    readonly state: 'delivered' | 'parked'
    readonly before: string
    readonly triedBefore: Temporal.Instant
    readonly rowsMax: number
  },
): Promise<number> {
  const rows = await db.query(sql`
    delete from webhook_deliveries
    where webhook_id = ${webhookId} and event_id = any(array(
      select event_id from webhook_deliveries
      where webhook_id = ${webhookId} and event_id < ${old.before} and state = ${old.state}
        and tried_at < ${old.triedBefore}
      order by event_id limit ${old.rowsMax}))
    returning event_id`)
  return rows.length
}

/** Some deliveries to endpoints of an account that are no longer tried. */
export function selectParked(
  db: Queryable,
  { accountId, livemode }: { readonly accountId: AccountId; readonly livemode: boolean },
  limit: number,
): Promise<{ readonly id: EventId }[]> {
  return db.query(sql`
    select event_id as id from webhooks
    join webhook_deliveries delivery on webhook_id = webhooks.id and delivery.state = 'parked'
    where account_id = ${accountId} and livemode = ${livemode} and deleted_at is null
    limit ${limit}`)
}
