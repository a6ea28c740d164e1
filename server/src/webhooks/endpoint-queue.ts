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
  /** Takes what an attempt has come to, to be written down. */
  readonly settle: (settled: Settled) => void
  readonly onError: (error: unknown, message: string) => void
}

/** What an attempt has come to, and where it is written on. */
export interface Settled {
  readonly queue: EndpointQueue
  readonly outcome: Outcome
  /** Null for one that was tried again: it has left the window long ago. */
  readonly entry: Entry | null
  readonly isGone: boolean
}

/** An event in the window of a queue. */
export interface Entry {
  readonly event: FeedEvent
  /** Its outcome is written, or is in the statement that is being written. */
  isSettled: boolean
}

interface Retry {
  readonly event: RecordedEvent
  readonly round: number
  readonly failures: number
}

/** How many events a queue takes up; what one reading brings may come on top. */
const windowMax = 256
const eventsPerReadingMax = 200
const retriesPerReadingMax = 32
const requestsAtFirst = 4
const againAfterMs = 1_000

/**
 * Everything that is under way to one endpoint. First attempts go in the order of the feed, one at a
 * time of each policy; what has failed before is tried again beside them, with places of its own.
 */
export class EndpointQueue {
  readonly #deps: EndpointQueueDeps
  #webhook: Webhook
  #receiver: Receiver
  /** From the oldest event on whose outcome is not written. */
  #window: Entry[] = []
  #waiting: Entry[] = []
  readonly #policiesUnderWay = new Set<string>()
  #firstsUnderWay = 0
  #retries: Retry[] = []
  #retriesUnderWay = 0
  /** All retries that were taken up, until their outcome is written. */
  readonly #retriesTaken = new Set<EventId>()
  #nextRetryMs = Infinity
  #places = requestsAtFirst
  /** Up to which position of the feed everything was taken up. */
  #readTo: number
  /** Up to where whoever reads for all has come. */
  #tail = 0
  #isReading = false
  #isReadingRetries = false
  #isResting = false
  #isClosed = false
  /** What the database says of its place. */
  keptPlace: number

  constructor(deps: EndpointQueueDeps, webhook: Webhook, receiver: Receiver) {
    this.#deps = deps
    this.#webhook = webhook
    this.#receiver = receiver
    this.#readTo = webhook.deliveredTo
    this.keptPlace = webhook.deliveredTo
  }

  get webhook(): Webhook {
    return this.#webhook
  }

  get receiver(): Receiver {
    return this.#receiver
  }

  /** Up to where everything is settled. */
  get place(): number {
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

  /** What was changed of the endpoint holds from the next message on. */
  change(webhook: Webhook, receiver: Receiver): void {
    this.#webhook = webhook
    this.#receiver = receiver
  }

  /** Something waits until then, which may not have been known. */
  waits(until: Temporal.Instant): void {
    this.#nextRetryMs = Math.min(this.#nextRetryMs, until.epochMilliseconds)
  }

  /** Hands it what lies after one position of the feed up to another. Who is behind reads for itself. */
  offer(after: number, upTo: number, events: readonly FeedEvent[]): void {
    this.#tail = upTo
    if (this.#readTo >= after && this.#window.length < windowMax) this.#take(events, upTo)
  }

  /** Begins what can be begun now. */
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

  /** The outcome of an attempt is written down, and when it is to be tried again, if it is. */
  written({ outcome, entry }: Settled, next: Temporal.Instant | null): void {
    if (entry === null) this.#retriesTaken.delete(outcome.eventId)
    const unsettled = this.#window.findIndex(({ isSettled }) => !isSettled)
    this.#window.splice(0, unsettled === -1 ? this.#window.length : unsettled)
    if (next !== null) this.waits(next)
    this.pump()
  }

  /** Begins nothing more. */
  rest(): void {
    this.#isResting = true
  }

  /** What is under way is given up, and whoever takes the endpoint up next sends it again. */
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
    await this.#orLater('the events of a webhook could not be read', async () => {
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
    await this.#orLater('what waits for a webhook could not be read', async () => {
      try {
        await this.#takeRetries()
      } catch (error) {
        this.#nextRetryMs = 0
        throw error
      }
    })
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
    for (let at = 0; at < this.#waiting.length && this.#firstsUnderWay < this.#places;) {
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
    const placesMax = Math.max(1, Math.floor(this.#places / 2))
    while (this.#retriesUnderWay < placesMax) {
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
    this.#places = answered.isDelivered
      ? Math.min(requestsAtOnceMax, this.#places + 1)
      : Math.max(1, Math.floor(this.#places / 2))
    const outcome = outcomeOf(this.#webhook, retry, answered, this.#deps.clock())
    this.#deps.settle({ queue: this, outcome, entry, isGone: answered.isGone })
    this.pump()
  }

  /** Null where the queue was closed before there was anything to send. */
  async #attempt(event: RecordedEvent): Promise<Answered | null> {
    const { clock, write, onError } = this.#deps
    while (!this.#isClosed) {
      try {
        const body = await write(event, this.#webhook)
        return await this.#receiver.send({ id: event.id, type: event.type, body })
      } catch (error) {
        onError(error, 'a message for a webhook could not be written')
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
  const place = { webhookId, eventId: event.id, round, attempt }
  if (isDelivered) return { ...place, state: 'delivered', failures: 0, nextAt: null }
  const failures = before + 1
  const waitMs = waitAfter(failures, retryAfterMs, Math.random())
  if (waitMs === null) return { ...place, state: 'parked', failures, nextAt: null }
  return { ...place, state: 'waiting', failures, nextAt: now.add({ milliseconds: waitMs }) }
}

/** A fault of ours, which the receiver is not to be blamed for, and which must not hold up its queue. */
function unwritten(now: Temporal.Instant): Answered {
  const attempt = {
    at: now.toString(),
    tookMs: 0,
    status: null,
    failure: 'could not be written by us',
    answer: null,
  }
  return { attempt, isDelivered: false, isGone: false, retryAfterMs: null }
}
