import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/index.ts'
import { type NextTry, type Outcome, type Progress, writeOutcomes } from './delivery-store.ts'
import type { EndpointQueue, Settled } from './endpoint-queue.ts'

const outcomesPerStatementMax = 500
const againAfterMs = 500
/** Nobody waits for what is written here: what comes within this long goes with one statement. */
const writeEveryMs = 50

/** Writes down what attempts come to: all that batch while one statement is under way go with the next. */
export interface Book {
  settle(settled: Settled): void
  /** Resolves when nothing is left to be written, or there is no more writing. */
  written(): Promise<void>
  /** From now on what cannot be written is not tried again. */
  close(): void
}

export function openPortfolio(deps: {
  readonly db: Database
  /** Also says when it is to be tried again, if it is. */
  readonly onWritten: (settled: Settled, next: Temporal.Instant | null) => void
  readonly onError: (error: unknown) => void
}): Book {
  let waiting: Settled[] = []
  let writing: Promise<void> | null = null
  const closed = new AbortController()

  async function write(): Promise<void> {
    while (waiting.length > 0 && !closed.signal.aborted) {
      const beganMs = performance.now()
      const { batch, rest } = firstOfEach(waiting)
      waiting = rest
      const waits = await writeBatch(batch)
      if (waits === null) continue
      const nextOf = new Map(waits.map((one) => [keyOf(one), one.nextAt]))
      for (const settled of batch) {
        deps.onWritten(settled, nextOf.get(keyOf(settled.outcome)) ?? null)
      }
      if (waiting.length < outcomesPerStatementMax) await pause(beganMs + writeEveryMs)
    }
    writing = null
  }

  /** What is not written down is sent again by whoever comes next, so it is tried until it is. */
  async function writeBatch(batch: readonly Settled[]): Promise<NextTry[] | null> {
    for (const { entry } of batch) if (entry !== null) entry.isSettled = true
    const outcomes = batch.map(({ outcome }) => outcome)
    const progress = progressOf(batch)
    while (!closed.signal.aborted) {
      try {
        const waits = await writeOutcomes(deps.db, outcomes, progress)
        for (const { queue } of batch)
          queue.keptPlace = Math.max(queue.keptPlace, placeIn(progress, queue))
        return waits
      } catch (error) {
        deps.onError(error)
        await sleep(againAfterMs)
      }
    }
    return null
  }

  async function pause(untilMs: number): Promise<void> {
    await sleep(Math.max(0, untilMs - performance.now()))
  }

  return {
    settle(settled) {
      waiting.push(settled)
      writing ??= write()
    },
    written: async () => {
      await writing
    },
    close: () => closed.abort(),
  }
}

/** A statement writes a row once: what is said of a delivery a second time goes with the next. */
function firstOfEach(waiting: readonly Settled[]): { batch: Settled[]; rest: Settled[] } {
  const batch = new Map<string, Settled>()
  const rest: Settled[] = []
  for (const settled of waiting) {
    const key = keyOf(settled.outcome)
    if (batch.size === outcomesPerStatementMax || batch.has(key)) rest.push(settled)
    else batch.set(key, settled)
  }
  return { batch: [...batch.values()], rest }
}

function keyOf({ webhookId, eventId }: Pick<Outcome, 'webhookId' | 'eventId'>): string {
  return `${webhookId} ${eventId}`
}

function progressOf(batch: readonly Settled[]): Progress[] {
  const byEndpointQueue = Map.groupBy(batch, ({ queue }) => queue)
  return [...byEndpointQueue].map(([queue, settled]) => {
    const failed = settled.filter(({ outcome }) => outcome.state !== 'delivered')
    const [first] = failed.map(({ outcome }) => outcome.attempt.at).toSorted()
    return {
      id: queue.webhook.id,
      deliveredTo: queue.place,
      hasDelivered: failed.length < settled.length,
      failedAt: first === undefined ? null : Temporal.Instant.from(first),
    }
  })
}

function placeIn(progress: readonly Progress[], { webhook }: EndpointQueue): number {
  return progress.find(({ id }) => id === webhook.id)?.deliveredTo ?? 0
}
