import type { Clock, WebhookId } from '../kernel/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { type News, recordEvents } from '../events/index.ts'
import type { DisabledBecause, Webhook } from './webhook.ts'
import { updateDisabled, updateFailing, updateWarned } from './webhook-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** How long an endpoint may fail before its owner is warned, and then before it is disabled. */
const failingHoursMax = 24
const warnedHoursMax = 24

/** Undelivered events are kept, and sent once the endpoint is enabled again. */
export async function disableWebhook(
  { db, clock }: Deps,
  id: WebhookId,
  because: DisabledBecause,
): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const webhook = await updateDisabled(tx, id, because)
    if (webhook !== undefined) await recordNews(tx, [disabled(webhook, because)], now)
  })
}

/** Warns of endpoints that have only failed for a day, and disables them a day later. */
export async function watchFailing({ db, clock }: Deps): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const disabledNow = await updateFailing(tx, now.subtract({ hours: warnedHoursMax }))
    const warned = await updateWarned(tx, now.subtract({ hours: failingHoursMax }), now)
    await recordNews(
      tx,
      [...disabledNow.map((one) => disabled(one, 'failing')), ...warned.map(failing)],
      now,
    )
  })
}

function failing(webhook: Webhook): News {
  return { type: 'webhook.failing', about: subjectOf(webhook), data: since(webhook) }
}

function disabled(webhook: Webhook, because: DisabledBecause): News {
  const data = { ...since(webhook), because }
  return { type: 'webhook.disabled', about: subjectOf(webhook), data }
}

function since({ failingSince }: Webhook) {
  return { failing_since: failingSince?.toString() ?? null }
}

function subjectOf({ id, livemode, insurerId, accountKind, accountId }: Webhook) {
  const distributorId = accountKind === 'distributor' ? accountId : null
  return { id, livemode, insurerId, distributorId }
}

async function recordNews(
  tx: Transaction,
  news: readonly News[],
  now: Temporal.Instant,
): Promise<void> {
  if (news.length === 0) return
  await recordEvents(tx, news, now)
  await announceChange(tx, 'webhooks')
}
