import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, EventId } from '../kernel/index.ts'
import { type Database, isDatabaseAway } from '../database/index.ts'
import {
  type FeedEvent,
  type RecordedEvent,
  selectEvents,
  selectFeed,
  selectLastPosition,
} from '../events/index.ts'
import { type Outcome, selectWaiting } from './delivery-store.ts'
import { type Answered, type Receiver, requestsAtOnceMax } from './receiver.ts'
import { waitAfter } from './retry-schedule.ts'
import { type Webhook, ownerOf, wants } from './webhook.ts'

export interface EndpointQueueDeps {
  readonly db: Database
  readonly clock: Clock
  /** The body of a message. */
  readonly write: (event: RecordedEvent, webhook: Webhook) => Promise<string>
  /** Takes the outcome of an attempt, to be stored. */
  readonly settle: (settled: Settled) => void
  readonly onError: (error: unknown, message: string) => void
}

/** The outcome of an attempt, and the queue and entry that it belongs to. */
export interface Settled {
  readonly queue: EndpointQueue
  readonly outcome: Outcome
  /** Null for a retry: its event has left the window long ago. */
  readonly entry: Entry | null
  readonly isGone: boolean
}

/** An event in the window of a queue. */
export interface Entry {
  readonly event: FeedEvent
  /** True once the outcome is stored, or is part of the statement under way. */
  isSettled: boolean
}

interface Retry {
  readonly event: RecordedEvent
  readonly round: number
  readonly failures: number
}

/** How many events a queue holds; one reading may exceed it. */
const windowMax = 256
const eventsPerReadingMax = 200
const retriesPerReadingMax = 32
const requestsAtFirst = 4
const againAfterMs = 1_000

/**
 * All deliveries under way to one endpoint. First attempts go in the order of the feed, one at a
 * time for each policy; retries run beside them, with a limit of their own.
 */
export class EndpointQueue {
  readonly #deps: EndpointQueueDeps
  #webhook: Webhook
  #receiver: Receiver
  /** The events from the oldest one whose outcome is not stored. */
  #window: Entry[] = []
  #waiting: Entry[] = []
  readonly #policiesUnderWay = new Set<string>()
  #firstsUnderWay = 0
  #retries: Retry[] = []
  #retriesUnderWay = 0
  /** The events of all retries that were taken up, until their outcome is stored. */
  readonly #retriesTaken = new Set<EventId>()
  #nextRetryMs = Infinity
  #requestsMax = requestsAtFirst
  /** Every event up to this position of the feed was taken up. */
  #readTo: number
  /** Up to where the dispatcher has read the feed for all queues. */
  #tail = 0
  #isReading = false
  #isReadingRetries = false
  #isResting = false
  #isClosed = false
  /** The settled position that the database knows. */
  storedPosition: number

  constructor(deps: EndpointQueueDeps, webhook: Webhook, receiver: Receiver) {
    this.#deps = deps
    this.#webhook = webhook
    this.#receiver = receiver
    this.#readTo = webhook.deliveredTo
    this.storedPosition = webhook.deliveredTo
  }

  get webhook(): Webhook {
    return this.#webhook
  }

  get receiver(): Receiver {
    return this.#receiver
  }

  /** The position of the feed up to which every event is settled. */
  get settledPosition(): number {
    const first = this.#window.find(({ isSettled }) => !isSettled)
    return first === undefined ? this.#readTo : first.event.position - 1
  }

  get underWay(): number {
    return this.#firstsUnderWay + this.#retriesUnderWay
  }

  /** Whether everything up to the end of the feed is settled, and nothing is due. */
  isIdle(end: number, nowMs: number): boolean {
    return (
      this.#readTo >= end &&
      this.#window.length === 0 &&
      this.#retriesTaken.size === 0 &&
      !this.#isReading &&
      !this.#isReadingRetries &&
      this.#nextRetryMs > nowMs
    )
  }

  /** A change of the endpoint takes effect with the next message. */
  change(webhook: Webhook, receiver: Receiver): void {
    this.#webhook = webhook
    this.#receiver = receiver
  }

  /** A delivery, perhaps a new one, waits until then. */
  waits(until: Temporal.Instant): void {
    this.#nextRetryMs = Math.min(this.#nextRetryMs, until.epochMilliseconds)
  }

  /**
   * Offers the events between two positions of the feed. A queue that is behind reads by itself.
   */
  offer(after: number, upTo: number, events: readonly FeedEvent[]): void {
    this.#tail = upTo
    if (this.#readTo >= after && this.#window.length < windowMax) this.#take(events, upTo)
  }

  /** Begins every delivery that can begin now. */
  pump(): void {
    if (this.#isClosed || this.#isResting) return
    this.#beginFirsts()
    this.#beginRetries()
    const hasRoom = this.#window.length <= windowMax / 2
    if (this.#readTo < this.#tail && hasRoom && !this.#isReading) void this.#readOn()
    const isRetryDue = this.#nextRetryMs <= this.#deps.clock().epochMilliseconds
    if (isRetryDue && this.#retries.length === 0 && !this.#isReadingRetries) {
      void this.#readRetries()
    }
  }

  /** Called once an outcome is stored, with the time of the next attempt if there is one. */
  written({ outcome, entry }: Settled, next: Temporal.Instant | null): void {
    if (entry === null) this.#retriesTaken.delete(outcome.eventId)
    const unsettled = this.#window.findIndex(({ isSettled }) => !isSettled)
    this.#window.splice(0, unsettled === -1 ? this.#window.length : unsettled)
    if (next !== null) this.waits(next)
    this.pump()
  }

  /** Begins no more deliveries. */
  rest(): void {
    this.#isResting = true
  }

  /** Aborts the deliveries under way; the next process to serve the endpoint sends them again. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#receiver.close()
  }

  #take(events: readonly FeedEvent[], upTo: number): void {
    for (const event of events) {
      if (event.position <= this.#readTo || !wants(this.#webhook, event.type)) continue
      const entry = { event, isSettled: false }
      this.#window.push(entry)
      this.#waiting.push(entry)
    }
    this.#readTo = Math.max(this.#readTo, upTo)
  }

  async #readOn(): Promise<void> {
    this.#isReading = true
    await this.#orLater('the events of a webhook could not be read; trying again', async () => {
      const { db } = this.#deps
      const end = await selectLastPosition(db)
      const owner = ownerOf(this.#webhook)
      const limit = eventsPerReadingMax
      const events = await selectFeed(db, { owner, after: this.#readTo, limit })
      const isAll = events.length < eventsPerReadingMax
      this.#take(events, isAll ? end : (events.at(-1)?.position ?? end))
    })
    this.#isReading = false
    this.pump()
  }

  async #readRetries(): Promise<void> {
    this.#isReadingRetries = true
    this.#nextRetryMs = Infinity
    await this.#orLater(
      'the waiting deliveries of a webhook could not be read; trying again',
      async () => {
        try {
          await this.#takeRetries()
        } catch (error) {
          this.#nextRetryMs = 0
          throw error
        }
      },
    )
    this.#isReadingRetries = false
    this.pump()
  }

  async #takeRetries(): Promise<void> {
    const { db, clock } = this.#deps
    const except = [...this.#retriesTaken, ...this.#window.map(({ event }) => event.id)]
    const next = await selectWaiting(db, this.#webhook.id, except, retriesPerReadingMax + 1)
    const nowMs = clock().epochMilliseconds
    const due = next
      .slice(0, retriesPerReadingMax)
      .filter(({ nextAt }) => nextAt.epochMilliseconds <= nowMs)
    const later = next[due.length]?.nextAt.epochMilliseconds ?? Infinity
    const ids = due.map(({ eventId }) => eventId)
    const events = new Map((await selectEvents(db, ids)).map((event) => [event.id, event]))
    this.#nextRetryMs = Math.min(this.#nextRetryMs, later)
    for (const { eventId, round, failures } of due) {
      const event = events.get(eventId)
      if (event === undefined) throw new Error(`event ${eventId} is gone`)
      this.#retriesTaken.add(eventId)
      this.#retries.push({ event, round, failures })
    }
  }

  #beginFirsts(): void {
    for (let at = 0; at < this.#waiting.length && this.#firstsUnderWay < this.#requestsMax;) {
      const entry = this.#waiting[at]
      const thing = entry?.event.policyId ?? entry?.event.subjectId
      if (entry === undefined || thing === undefined || this.#policiesUnderWay.has(thing)) {
        at += 1
        continue
      }
      this.#waiting.splice(at, 1)
      this.#policiesUnderWay.add(thing)
      this.#firstsUnderWay += 1
      void this.#deliver({ event: entry.event, round: 0, failures: 0 }, entry, () => {
        this.#policiesUnderWay.delete(thing)
        this.#firstsUnderWay -= 1
      })
    }
  }

  #beginRetries(): void {
    const retriesMax = Math.max(1, Math.floor(this.#requestsMax / 2))
    while (this.#retriesUnderWay < retriesMax) {
      const retry = this.#retries.shift()
      if (retry === undefined) return
      this.#retriesUnderWay += 1
      void this.#deliver(retry, null, () => {
        this.#retriesUnderWay -= 1
      })
    }
  }

  async #deliver(retry: Retry, entry: Entry | null, end: () => void): Promise<void> {
    const answered = await this.#attempt(retry.event)
    end()
    if (answered === null || this.#isClosed) return
    this.#requestsMax = answered.isDelivered
      ? Math.min(requestsAtOnceMax, this.#requestsMax + 1)
      : Math.max(1, Math.floor(this.#requestsMax / 2))
    const outcome = outcomeOf(this.#webhook, retry, answered, this.#deps.clock())
    this.#deps.settle({ queue: this, outcome, entry, isGone: answered.isGone })
    this.pump()
  }

  /** Null where the queue was closed before the message was ready. */
  async #attempt(event: RecordedEvent): Promise<Answered | null> {
    const { clock, write, onError } = this.#deps
    while (!this.#isClosed) {
      try {
        const body = await write(event, this.#webhook)
        return await this.#receiver.send({ id: event.id, type: event.type, body })
      } catch (error) {
        onError(error, 'a message for a webhook could not be created')
        if (!isDatabaseAway(error)) return unwritten(clock())
        await sleep(againAfterMs)
      }
    }
    return null
  }

  async #orLater(complaint: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#deps.onError(error, complaint)
      await sleep(againAfterMs)
    }
  }
}

function outcomeOf(
  { id: webhookId }: Webhook,
  { event, round, failures: before }: Retry,
  { attempt, isDelivered, retryAfterMs }: Answered,
  now: Temporal.Instant,
): Outcome {
  const shared = { webhookId, eventId: event.id, round, attempt }
  if (isDelivered) return { ...shared, state: 'delivered', failures: 0, nextAt: null }
  const failures = before + 1
  const waitMs = waitAfter(failures, retryAfterMs, Math.random())
  if (waitMs === null) return { ...shared, state: 'parked', failures, nextAt: null }
  return { ...shared, state: 'waiting', failures, nextAt: now.add({ milliseconds: waitMs }) }
}

/** A fault of ours, not of the receiver, which must not hold up the queue. */
function unwritten(now: Temporal.Instant): Answered {
  const attempt = {
    at: now.toString(),
    tookMs: 0,
    status: null,
    failure: 'could not be created by us',
    answer: null,
  }
  return { attempt, isDelivered: false, isGone: false, retryAfterMs: null }
}
