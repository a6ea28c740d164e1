import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'
import type { Arrival, WebhookReceiver } from '../load/webhook-receiver.ts'

const lookAgainMs = 200
const reportTimeoutMs = 5 * 60_000

interface ShownEvent {
  readonly id: string
  /** Whether an attempt at it is known to have failed. */
  readonly hasFailed: boolean
}

/** Every event arrived, and of each policy none before the one that it follows, unless that had failed. */
export async function auditWebhooks(
  database: Pick<FaultyDatabase, 'ask'>,
  receiver: Pick<WebhookReceiver, 'arrivals' | 'recover'>,
  ledger: Ledger,
  patienceMs = reportTimeoutMs,
): Promise<void> {
  receiver.recover()
  await untilReported(database, ledger, patienceMs)
  // What is recorded after that look is still to be delivered.
  const events = await database.ask<ShownEvent & Record<string, unknown>>(`
    select e.id, exists (
      select from webhook_deliveries d, jsonb_array_elements(d.attempts) as attempt
      where d.event_id = e.id and attempt ->> 'failure' is not null) as "hasFailed"
    from events e join webhooks w on w.insurer_id = e.insurer_id and w.livemode = e.livemode
    join event_feed f on f.event_id = e.id
    where e.created_at >= w.created_at and f.position <= w.delivered_to`)
  const arrived = new Set(receiver.arrivals.map(({ eventId }) => eventId))
  for (const { id } of events) {
    if (!arrived.has(id)) ledger.violate('an endpoint did not get an event', { id })
  }
  if (events.length === 0) ledger.violate('no event was delivered at all', {})
  const failed = new Set(events.filter(({ hasFailed }) => hasFailed).map(({ id }) => id))
  for (const late of outOfOrder(receiver.arrivals, failed)) {
    ledger.violate('an event came before the one that it follows', late)
  }
}

/** First arrivals that came after a later one of their policy. What had failed is allowed to. */
function outOfOrder(arrivals: readonly Arrival[], failed: ReadonlySet<string>): Arrival[] {
  const seen = new Set<string>()
  const newest = new Map<string, number>()
  return arrivals.filter(({ eventId, policyId, sequence }) => {
    if (seen.has(eventId) || policyId === null || sequence === null) return false
    seen.add(eventId)
    const before = newest.get(policyId) ?? 0
    newest.set(policyId, Math.max(before, sequence))
    return sequence < before && !failed.has(eventId)
  })
}

/** Nobody waits for the times of retries here. */
async function untilReported(
  database: Pick<FaultyDatabase, 'ask'>,
  ledger: Ledger,
  patienceMs: number,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    await database.ask(`
      with due as (
        update webhook_deliveries set next_at = now() where state = 'waiting' and next_at > now()
        returning event_id)
      select pg_notify('bindery_changes', 'webhooks') where exists (select from due)`)
    const [left] = await database.ask<{ waiting: number; behind: number }>(`
      select (select count(*)::int from webhook_deliveries where state <> 'delivered') as waiting,
        (select count(*)::int from webhooks, event_feed_end where delivered_to < position) as behind`)
    if (left?.waiting === 0 && left.behind === 0) return
    if (performance.now() > giveUpAt) {
      ledger.violate('not every event was delivered', { ...left, patienceMs })
      return
    }
    await sleep(lookAgainMs)
  }
}
