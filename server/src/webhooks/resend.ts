import type { Clock, EventId, JsonObject } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { hasEventsBetween, selectPosition, selectTypesBetween } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Tasks, enqueue } from '../jobs/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { hasFailed, orderAgain, orderFailedAgain } from './delivery-store.ts'
import { findWebhook } from './manage-webhooks.ts'
import { eventNotFound, resendOneThing } from './reasons.ts'
import { type Webhook, everyEvent, ownerOf, wants } from './webhook.ts'
import { selectWebhook } from './webhook-store.ts'

/** What is to be sent again: one event, all that failed, or what happened from a moment until another. */
export type Resend =
  | { readonly eventId: EventId }
  | { readonly failed: true }
  | { readonly from: Temporal.Instant; readonly until: Temporal.Instant }

export interface Resent {
  readonly webhook: Webhook
  /** Whether nothing was found to send again. */
  readonly isNothing: boolean
}

/** One is ordered at once; how many the others are nobody knows, so a job orders them. */
export async function resendDeliveries(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  id: string,
  order: Resend,
  replay: ReplayWriter<Resent> | null,
): Promise<Resent> {
  if ('from' in order && Temporal.Instant.compare(order.from, order.until) >= 0) {
    throw resendOneThing()
  }
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, caller, id)
    const isNothing = !(await hasAny(tx, webhook, order))
    if ('eventId' in order) {
      const position = await selectPosition(tx, ownerOf(webhook), order.eventId)
      if (position === undefined) throw eventNotFound(order.eventId)
      await orderAgain(tx, webhook.id, [order.eventId], now)
      await announceChange(tx, 'webhooks')
    } else if (!isNothing) {
      await enqueue(tx, 'resend_webhooks', { webhookId: webhook.id, ...described(order) })
    }
    const { insurerId: accountId, livemode } = webhook
    const entry = { action: 'webhook.resent', subjectId: webhook.id, accountId, livemode } as const
    await recordAudit(tx, caller, { ...entry, before: null, after: described(order) }, now)
    const resent = { webhook, isNothing }
    await completeReservation(tx, replay, resent)
    return resent
  })
}

async function hasAny(tx: Transaction, webhook: Webhook, order: Resend): Promise<boolean> {
  if ('eventId' in order) return true
  if ('failed' in order) return hasFailed(tx, webhook.id)
  const types = webhook.eventTypes.includes(everyEvent) ? null : webhook.eventTypes
  return hasEventsBetween(tx, ownerOf(webhook), order, types)
}

function described(order: Resend): JsonObject {
  if ('eventId' in order) return { event_id: order.eventId }
  if ('failed' in order) return { failed: true }
  return { from: order.from.toString(), until: order.until.toString() }
}

const rowsPerTurnMax = 1_000

/** Orders again what a job was told to, a thousand at a time, however many they are. */
export async function requestResends(
  deps: { readonly db: Database; readonly clock: Clock },
  { webhookId, failed, from, until }: Tasks['resend_webhooks'],
): Promise<void> {
  const webhook = await selectWebhook(deps.db, webhookId)
  if (webhook === undefined) return
  const order =
    failed === true
      ? (after: string) => orderFailed(deps, webhook, after)
      : (after: string) => orderBetween(deps, webhook, { from, until, after })
  for (let after: string | null = ''; after !== null;) {
    after = await order(after)
    await announceChange(deps.db, 'webhooks')
  }
}

/** Each turn says after which event the next one goes on, or null where all is done. */
async function orderFailed(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { id }: Webhook,
  after: string,
): Promise<string | null> {
  const ordered = await orderFailedAgain(db, id, after, rowsPerTurnMax, clock())
  return ordered.at(-1) ?? null
}

async function orderBetween(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  webhook: Webhook,
  range: { readonly from?: string; readonly until?: string; readonly after: string },
): Promise<string | null> {
  const { from, until, after } = range
  if (from === undefined || until === undefined) throw new Error('the range has no end')
  const between = { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), after }
  const events = await selectTypesBetween(db, ownerOf(webhook), between, rowsPerTurnMax)
  const wanted = events.filter(({ type }) => wants(webhook, type)).map(({ id }) => id)
  await orderAgain(db, webhook.id, wanted, clock())
  return events.at(-1)?.id ?? null
}
