import type { AccountId, WebhookId } from '../kernel/index.ts'
import { type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { DisabledBecause, Webhook } from './webhook.ts'

const webhookColumns = fragment`
  id, account_id as "accountId", account_kind as "accountKind", insurer_id as "insurerId", livemode,
  url, description, event_types as "eventTypes", payload, legacy_headers as "legacyHeaders", state,
  disabled_because as "disabledBecause", delivered_to as "deliveredTo", failing_since as "failingSince",
  created_at as "createdAt"`

export async function insertWebhook(tx: Queryable, webhook: Webhook): Promise<void> {
  await tx.query(sql`
    insert into webhooks (id, account_id, account_kind, insurer_id, livemode, url, description,
      event_types, payload, legacy_headers, state, delivered_to, created_at)
    values (${webhook.id}, ${webhook.accountId}, ${webhook.accountKind}, ${webhook.insurerId},
      ${webhook.livemode}, ${webhook.url}, ${webhook.description}, ${[...webhook.eventTypes]},
      ${webhook.payload}, ${json(webhook.legacyHeaders)}::jsonb, ${webhook.state},
      ${webhook.deliveredTo}, ${webhook.createdAt})`)
}

/** An account's endpoints of a mode, newest first. */
export async function selectWebhooksOf(
  db: Queryable,
  accountId: AccountId,
  livemode: boolean,
): Promise<Webhook[]> {
  return db.query<Webhook>(compose`
    select ${webhookColumns} from webhooks
    where account_id = ${accountId} and livemode = ${livemode} and deleted_at is null
    order by id desc`)
}

export async function selectWebhook(db: Queryable, id: WebhookId): Promise<Webhook | undefined> {
  const rows = await db.query<Webhook>(compose`
    select ${webhookColumns} from webhooks where id = ${id} and deleted_at is null`)
  return rows[0]
}

/** The enabled endpoints of all accounts. */
export async function selectEnabledWebhooks(db: Queryable): Promise<Webhook[]> {
  return db.query<Webhook>(compose`
    select ${webhookColumns} from webhooks where state = 'enabled' and deleted_at is null
    order by id`)
}

/** Changes an endpoint. One that is enabled again starts with no failures. */
export async function updateWebhook(tx: Queryable, webhook: Webhook): Promise<void> {
  await tx.query(sql`
    update webhooks set url = ${webhook.url}, description = ${webhook.description},
      event_types = ${[...webhook.eventTypes]}, payload = ${webhook.payload},
      legacy_headers = ${json(webhook.legacyHeaders)}::jsonb,
      disabled_because = ${webhook.disabledBecause},
      failing_since = case when ${webhook.state} = state then failing_since end,
      warned_at = case when ${webhook.state} = state then warned_at end,
      state = ${webhook.state}
    where id = ${webhook.id}`)
}

/** False where it was deleted before. */
export async function updateDeleted(
  tx: Queryable,
  id: WebhookId,
  at: Temporal.Instant,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update webhooks set deleted_at = ${at} where id = ${id} and deleted_at is null returning id`)
  return rows.length > 0
}

/** The endpoint, if it was enabled until now. */
export async function updateDisabled(
  tx: Queryable,
  id: WebhookId,
  because: DisabledBecause,
): Promise<Webhook | undefined> {
  const rows = await tx.query<Webhook>(compose`
    update webhooks set state = 'disabled', disabled_because = ${because}
    where id = ${id} and state = 'enabled' and deleted_at is null returning ${webhookColumns}`)
  return rows[0]
}

/** Warns, once, of those that have only failed since a moment. */
export async function updateWarned(
  tx: Queryable,
  failingSince: Temporal.Instant,
  now: Temporal.Instant,
): Promise<Webhook[]> {
  return tx.query<Webhook>(compose`
    update webhooks set warned_at = ${now}
    where failing_since <= ${failingSince} and warned_at is null and state = 'enabled'
      and deleted_at is null
    returning ${webhookColumns}`)
}

/** Disables those that were warned of before a moment, and have only failed since. */
export async function updateFailing(tx: Queryable, warnedBy: Temporal.Instant): Promise<Webhook[]> {
  return tx.query<Webhook>(compose`
    update webhooks set state = 'disabled', disabled_because = 'failing'
    where failing_since is not null and warned_at <= ${warnedBy} and state = 'enabled'
      and deleted_at is null
    returning ${webhookColumns}`)
}

/** Stores the positions of endpoints that skipped events. */
export async function updateDeliveredTo(
  db: Queryable,
  positions: readonly { readonly id: WebhookId; readonly deliveredTo: number }[],
): Promise<void> {
  await db.query(sql`
    update webhooks set delivered_to = progress."deliveredTo"
    from json_to_recordset(${json(positions)}::json) as progress(id text, "deliveredTo" bigint)
    where webhooks.id = progress.id and delivered_to < progress."deliveredTo"`)
}

export async function selectDeletedWebhooks(db: Queryable): Promise<WebhookId[]> {
  const rows = await db.query<{ id: WebhookId }>(sql`
    select id from webhooks where deleted_at is not null`)
  return rows.map(({ id }) => id)
}

export async function deleteWebhookRow(db: Queryable, id: WebhookId): Promise<void> {
  await db.query(sql`delete from webhooks where id = ${id} and deleted_at is not null`)
}

export async function selectWebhooksAtRandom(db: Queryable): Promise<WebhookId[]> {
  const rows = await db.query<{ id: WebhookId }>(sql`select id from webhooks order by random()`)
  return rows.map(({ id }) => id)
}
