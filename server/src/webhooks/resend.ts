import type { Clock, EventId, JsonObject } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { hasEventsBetween, selectPosition, selectTypesBetween } from '../events/index.ts'
import type { Caller } from '../identity/index.ts'
import { type Tasks, enqueue } from '../jobs/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import { hasFailed, restartDeliveries, restartUndelivered } from './delivery-store.ts'
import { findWebhook } from './manage-webhooks.ts'
import { eventNotFound, resendOneThing } from './reasons.ts'
import { type Webhook, everyEvent, ownerOf, wants } from './webhook.ts'
import { selectWebhook } from './webhook-store.ts'

/** What to send again: one event, all that failed, or the events of a range of time. */
export type Resend =
  | { readonly eventId: EventId }
  | { readonly failed: true }
  | { readonly from: Temporal.Instant; readonly until: Temporal.Instant }

export interface Resent {
  readonly webhook: Webhook
  /** Whether nothing was found to send again. */
  readonly isNothing: boolean
}

/** Restarts one event at once, and leaves many events to a job. */
export async function resendDeliveries(
  deps: { readonly db: Database; readonly clock: Clock },
  caller: Caller,
  id: string,
  resend: Resend,
  replay: ReplayWriter<Resent> | null,
): Promise<Resent> {
  if ('from' in resend && Temporal.Instant.compare(resend.from, resend.until) >= 0) {
    throw resendOneThing()
  }
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, caller, id)
    const isNothing = !(await hasAny(tx, webhook, resend))
    if ('eventId' in resend) {
      const position = await selectPosition(tx, ownerOf(webhook), resend.eventId)
      if (position === undefined) throw eventNotFound(resend.eventId)
      await restartDeliveries(tx, webhook.id, [resend.eventId], now)
      await announceChange(tx, 'webhooks')
    } else if (!isNothing) {
      await enqueue(tx, 'resend_webhooks', { webhookId: webhook.id, ...described(resend) })
    }
    const { insurerId: accountId, livemode } = webhook
    const entry = { action: 'webhook.resent', subjectId: webhook.id, accountId, livemode } as const
    await recordAudit(tx, caller, { ...entry, before: null, after: described(resend) }, now)
    const resent = { webhook, isNothing }
    await completeReservation(tx, replay, resent)
    return resent
  })
}

async function hasAny(tx: Transaction, webhook: Webhook, resend: Resend): Promise<boolean> {
  if ('eventId' in resend) return true
  if ('failed' in resend) return hasFailed(tx, webhook.id)
  const types = webhook.eventTypes.includes(everyEvent) ? null : webhook.eventTypes
  return hasEventsBetween(tx, ownerOf(webhook), resend, types)
}

function described(resend: Resend): JsonObject {
  if ('eventId' in resend) return { event_id: resend.eventId }
  if ('failed' in resend) return { failed: true }
  return { from: resend.from.toString(), until: resend.until.toString() }
}

const rowsPerTurnMax = 1_000

/** Restarts the deliveries of a job, a thousand at a time. */
export async function restartByJob(
  deps: { readonly db: Database; readonly clock: Clock },
  { webhookId, failed, from, until }: Tasks['resend_webhooks'],
): Promise<void> {
  const webhook = await selectWebhook(deps.db, webhookId)
  if (webhook === undefined) return
  const restartSome =
    failed === true
      ? (after: string) => restartSomeUndelivered(deps, webhook, after)
      : (after: string) => restartSomeBetween(deps, webhook, { from, until, after })
  for (let after: string | null = ''; after !== null;) {
    after = await restartSome(after)
    await announceChange(deps.db, 'webhooks')
  }
}

/** Returns the event after which the next turn continues, or null when all is done. */
async function restartSomeUndelivered(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { id }: Webhook,
  after: string,
): Promise<string | null> {
  const restarted = await restartUndelivered(db, id, after, rowsPerTurnMax, clock())
  return restarted.at(-1) ?? null
}

async function restartSomeBetween(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  webhook: Webhook,
  range: { readonly from?: string; readonly until?: string; readonly after: string },
): Promise<string | null> {
  const { from, until, after } = range
  if (from === undefined || until === undefined) throw new Error('the range has no end')
  const between = { from: Temporal.Instant.from(from), until: Temporal.Instant.from(until), after }
  const events = await selectTypesBetween(db, ownerOf(webhook), between, rowsPerTurnMax)
  const wanted = events.filter(({ type }) => wants(webhook, type)).map(({ id }) => id)
  await restartDeliveries(db, webhook.id, wanted, clock())
  return events.at(-1)?.id ?? null
}
