import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type AccountId, type Clock, type WebhookId, createWakeSignal } from '../kernel/index.ts'
import { type ChangeFeed, type Database, keepSession } from '../database/index.ts'
import { type EventOrder, type FeedEvent, selectFeed, selectLastPosition } from '../events/index.ts'
import type { KeyRing } from '../sealing/index.ts'
import type { WebhookSettings } from '../settings/index.ts'
import { selectNextTries } from './delivery-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { EndpointQueue, type EndpointQueueDeps, type Settled } from './endpoint-queue.ts'
import { tryToLead } from './leader-store.ts'
import { openReceiver, wayTo } from './open-receiver.ts'
import { selectSecretsOf } from './secret-store.ts'
import { type Webhook, ownerOf } from './webhook.ts'
import type { WebhookSecret } from './webhook-secret.ts'
import { selectEnabledWebhooks, updateDeliveredTo } from './webhook-store.ts'
import { openOutcomeWriter } from './outcome-writer.ts'

export interface DispatcherOptions {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly eventOrder: Pick<EventOrder, 'onOrdered'>
  readonly clock: Clock
  readonly keyRing: KeyRing
  readonly webhookSettings: WebhookSettings
  readonly write: EndpointQueueDeps['write']
  readonly onError: (error: unknown, message: string) => void
}

export interface Dispatcher {
  /** Resolves when every event was sent, as far as it is due by now. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const eventsPerReadingMax = 500
/** How often due deliveries are looked for without a notification. */
const lookEveryMs = 200
const standByMs = 1_000
const againAfterMs = 500
const storePositionsEveryMs = 10_000
/** In case a notification was missed, for example of a resend. */
const loadAgainEveryMs = 60_000
/** After a change of address, requests to the old one get this long to end. */
const leaveAfterMs = 20_000
/** How long a stop waits for answers. A message without an answer by then is sent again. */
const endMsMax = 3_000

/**
 * Sends events to endpoints until stopped. Of all processes on one database one delivers, and the
 * others stand by.
 */
export async function startDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { db, clock, onError } = options
  const wakeSignal = createWakeSignal()
  const queues = new Map<WebhookId, EndpointQueue>()
  const endpointQueuesOf = new Map<string, EndpointQueue[]>()
  let client: pg.Client | null = null
  let isLeading = false
  const stopping = new AbortController()
  let mustLoad = true
  let isLoading = false
  /** Up to where the feed was read for all queues that keep up. */
  let tail = 0
  let positionsStoredMs = performance.now()
  let loadedMs = performance.now()

  const session = await keepSession(db.connection, {
    name: 'bindery dispatcher',
    prepare: async (opened) => {
      client = opened
      isLeading = false
    },
    onError: (error) =>
      onError(error, 'lost the database connection that elects the webhook dispatcher'),
  })
  options.eventOrder.onOrdered(() => wakeSignal.ring())
  options.feed.on('webhooks', () => {
    mustLoad = true
    wakeSignal.ring()
  })

  const outcomes = openOutcomeWriter({
    db,
    onWritten,
    onError: (error) =>
      onError(error, 'outcomes of webhook deliveries could not be stored; trying again'),
  })
  const endpointQueueDeps: EndpointQueueDeps = {
    db,
    clock,
    write: options.write,
    settle: (settled) => outcomes.settle(settled),
    onError,
  }

  async function mayDeliver(): Promise<boolean> {
    const asked = client
    if (!session.isOpen()) isLeading = false
    else if (!isLeading && asked !== null && (await tryToLead(asked))) {
      // Another process may have delivered meanwhile: begin with what the database says.
      await closeEndpointQueues()
      mustLoad = true
      isLeading = client === asked
    }
    return isLeading
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!(await mayDeliver())) {
          await closeEndpointQueues()
          await wakeSignal.wait(standByMs)
          continue
        }
        if (mustLoad) await load()
        const hasMore = queues.size > 0 && (await readTail())
        look()
        await storePositions()
        if (!hasMore) await wakeSignal.wait(lookEveryMs)
      } catch (error) {
        onError(error, 'webhooks could not be delivered; trying again')
        await sleep(againAfterMs)
      }
    }
  }

  /** Opens a queue for each enabled endpoint, and closes the others. */
  async function load(): Promise<void> {
    mustLoad = false
    isLoading = true
    try {
      if (queues.size === 0) tail = await selectLastPosition(db)
      const webhooks = await selectEnabledWebhooks(db)
      const ids = webhooks.map(({ id }) => id)
      const secrets = Map.groupBy(
        await selectSecretsOf(db, ids, clock()),
        ({ webhookId }) => webhookId,
      )
      for (const webhook of webhooks) takeUpAlone(webhook, secrets.get(webhook.id) ?? [])
      const enabled = new Set(ids)
      for (const id of [...queues.keys()].filter((one) => !enabled.has(one))) await letGo(id)
      endpointQueuesOf.clear()
      for (const queue of queues.values()) {
        const key = keyOf(ownerOf(queue.webhook))
        endpointQueuesOf.set(key, [...(endpointQueuesOf.get(key) ?? []), queue])
      }
      await lookAgain()
      loadedMs = performance.now()
    } catch (error) {
      mustLoad = true
      throw error
    } finally {
      isLoading = false
    }
  }

  /** An endpoint whose secret cannot be decrypted keeps its position and holds up no other. */
  function takeUpAlone(webhook: Webhook, sealed: readonly WebhookSecret[]): void {
    try {
      takeUp(webhook, sealed)
    } catch (error) {
      onError(error, `the webhook ${webhook.id} could not be served; trying again`)
    }
  }

  function takeUp(webhook: Webhook, sealed: readonly WebhookSecret[]): void {
    const known = queues.get(webhook.id)
    if (known === undefined) {
      const queue = new EndpointQueue(
        endpointQueueDeps,
        webhook,
        openReceiver(options, webhook, sealed),
      )
      queue.offer(tail, tail, [])
      queues.set(webhook.id, queue)
      return
    }
    const left = known.receiver
    if (left.way === wayTo(webhook, sealed)) return known.change(webhook, left)
    known.change(webhook, openReceiver(options, webhook, sealed))
    setTimeout(() => void left.close(), leaveAfterMs).unref()
  }

  /** Finds deliveries that wait since a resend, or were left by another process. */
  async function lookAgain(): Promise<void> {
    for (const { webhookId, nextAt } of await selectNextTries(db, [...queues.keys()])) {
      queues.get(webhookId)?.waits(nextAt)
    }
  }

  async function letGo(id: WebhookId): Promise<void> {
    const queue = queues.get(id)
    queues.delete(id)
    await queue?.close()
  }

  async function closeEndpointQueues(): Promise<void> {
    for (const id of queues.keys()) await letGo(id)
    endpointQueuesOf.clear()
  }

  /** Reads the feed once for all queues that keep up. Returns whether there may be more. */
  async function readTail(): Promise<boolean> {
    const events = await selectFeed(db, { owner: null, after: tail, limit: eventsPerReadingMax })
    const upTo = events.at(-1)?.position
    if (upTo === undefined) return false
    const mine = new Map<EndpointQueue, FeedEvent[]>()
    for (const event of events) {
      for (const queue of listeningTo(event)) {
        const known = mine.get(queue)
        if (known === undefined) mine.set(queue, [event])
        else known.push(event)
      }
    }
    for (const queue of queues.values()) queue.offer(tail, upTo, mine.get(queue) ?? [])
    tail = upTo
    return events.length === eventsPerReadingMax
  }

  function listeningTo({ insurerId, distributorId, livemode }: FeedEvent): EndpointQueue[] {
    const insurers =
      endpointQueuesOf.get(keyOf({ kind: 'insurer', accountId: insurerId, livemode })) ?? []
    if (distributorId === null) return insurers
    const key = keyOf({ kind: 'distributor', accountId: distributorId, livemode })
    return [...insurers, ...(endpointQueuesOf.get(key) ?? [])]
  }

  function look(): void {
    if (performance.now() - loadedMs > loadAgainEveryMs) mustLoad = true
    for (const queue of queues.values()) queue.pump()
  }

  /** Stores the positions of endpoints that skipped events, which have no outcomes to store. */
  async function storePositions(isLast = false): Promise<void> {
    if (!isLast && performance.now() - positionsStoredMs < storePositionsEveryMs) return
    positionsStoredMs = performance.now()
    const moved = [...queues.values()].filter(
      (queue) => queue.settledPosition > queue.storedPosition,
    )
    if (moved.length === 0) return
    const positions = moved.map((queue) => ({
      id: queue.webhook.id,
      deliveredTo: queue.settledPosition,
    }))
    await updateDeliveredTo(db, positions)
    moved.forEach((queue, at) => {
      queue.storedPosition = positions[at]?.deliveredTo ?? queue.storedPosition
    })
  }

  function onWritten(settled: Settled, next: Temporal.Instant | null): void {
    settled.queue.written(settled, next)
    if (!settled.isGone) return
    const { id } = settled.queue.webhook
    disableWebhook({ db, clock }, id, 'gone').catch((error: unknown) =>
      onError(error, 'a webhook that answered 410 could not be disabled'),
    )
  }

  async function untilAnswered(): Promise<void> {
    const endMs = performance.now() + endMsMax
    const isUnderWay = () => [...queues.values()].some((queue) => queue.underWay > 0)
    while (isUnderWay() && performance.now() < endMs) await sleep(20)
  }

  const duty = work()
  return {
    settled: async () => {
      for (;;) {
        const end = await selectLastPosition(db)
        await outcomes.written()
        const nowMs = clock().epochMilliseconds
        const isIdle =
          isLeading &&
          !mustLoad &&
          !isLoading &&
          [...queues.values()].every((queue) => queue.isIdle(end, nowMs))
        if (isIdle && (queues.size === 0 || tail >= end)) return
        wakeSignal.ring()
        await sleep(10)
      }
    },
    stop: async () => {
      stopping.abort()
      wakeSignal.ring()
      await duty
      for (const queue of queues.values()) queue.rest()
      await untilAnswered()
      await Promise.race([outcomes.written(), sleep(endMsMax)])
      outcomes.close()
      await storePositions(true).catch((error: unknown) =>
        onError(error, 'the progress of webhooks could not be stored'),
      )
      await closeEndpointQueues()
      await session.close()
    },
  }
}

function keyOf(owner: {
  readonly kind: 'insurer' | 'distributor'
  readonly accountId: AccountId
  readonly livemode: boolean
}): string {
  return `${owner.kind} ${owner.accountId} ${owner.livemode}`
}
