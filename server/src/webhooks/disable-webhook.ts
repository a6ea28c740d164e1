import type { Clock, WebhookId } from '../kernel/index.ts'
import { type Database, type Queryable, announceChange } from '../database/index.ts'
import { type EventType, recordEvents } from '../events/index.ts'
import type { DisabledBecause, Webhook } from './webhook.ts'
import { updateDisabled, updateFailing, updateWarned } from './webhook-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** For how long an endpoint may fail before it is told of, and then before it is disabled. */
const failingHoursMax = 24
const warnedHoursMax = 24

/** What it was not told stays where it is, and is told when it is enabled again. */
export async function disableWebhook(
  { db, clock }: Deps,
  id: WebhookId,
  because: DisabledBecause,
): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const webhook = await updateDisabled(tx, id, because)
    if (webhook !== undefined) await tellOf(tx, 'webhook.disabled', [webhook], now)
  })
}

/** Warns of endpoints that have only failed for a day, and disables them a day later. */
export async function watchFailing({ db, clock }: Deps): Promise<void> {
  const now = clock()
  await db.transaction(async (tx) => {
    const disabled = await updateFailing(tx, now.subtract({ hours: warnedHoursMax }))
    await tellOf(tx, 'webhook.disabled', disabled, now)
    const warned = await updateWarned(tx, now.subtract({ hours: failingHoursMax }), now)
    await tellOf(tx, 'webhook.failing', warned, now)
  })
}

async function tellOf(
  tx: Queryable,
  type: EventType & `webhook.${string}`,
  webhooks: readonly Webhook[],
  now: Temporal.Instant,
): Promise<void> {
  if (webhooks.length === 0) return
  const news = webhooks.map((webhook) => ({
    type,
    about: {
      id: webhook.id,
      livemode: webhook.livemode,
      insurerId: webhook.insurerId,
      distributorId: webhook.accountKind === 'distributor' ? webhook.accountId : null,
    },
    data: {
      failing_since: webhook.failingSince?.toString() ?? null,
      ...(webhook.disabledBecause === null ? {} : { because: webhook.disabledBecause }),
    },
  }))
  await recordEvents(tx, news, now)
  await announceChange(tx, 'webhooks')
}
