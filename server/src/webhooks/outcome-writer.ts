import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/index.ts'
import { type NextTry, type Outcome, type Progress, writeOutcomes } from './delivery-store.ts'
import type { EndpointQueue, Settled } from './endpoint-queue.ts'

const outcomesPerStatementMax = 500
const againAfterMs = 500
/** Nobody waits for outcomes to be stored: those of this long share one statement. */
const writeEveryMs = 50

/** Stores outcomes in batches: those that come during one statement go with the next. */
export interface OutcomeWriter {
  settle(settled: Settled): void
  /** Resolves when every outcome is stored, or the writer is closed. */
  written(): Promise<void>
  /** From now on a write that fails is not tried again. */
  close(): void
}

export function openOutcomeWriter(deps: {
  readonly db: Database
  /** `next` is the time of the next attempt, if there is one. */
  readonly onWritten: (settled: Settled, next: Temporal.Instant | null) => void
  readonly onError: (error: unknown) => void
}): OutcomeWriter {
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

  /**
   * Tries until it succeeds: an outcome that is not stored would be sent again by the next process.
   */
  async function writeBatch(batch: readonly Settled[]): Promise<NextTry[] | null> {
    for (const { entry } of batch) if (entry !== null) entry.isSettled = true
    const outcomes = batch.map(({ outcome }) => outcome)
    const progress = progressOf(batch)
    while (!closed.signal.aborted) {
      try {
        const waits = await writeOutcomes(deps.db, outcomes, progress)
        for (const { queue } of batch)
          queue.storedPosition = Math.max(queue.storedPosition, positionIn(progress, queue))
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

/** A statement writes a row once: a delivery's second outcome goes with the next statement. */
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
      deliveredTo: queue.settledPosition,
      hasDelivered: failed.length < settled.length,
      failedAt: first === undefined ? null : Temporal.Instant.from(first),
    }
  })
}

function positionIn(progress: readonly Progress[], { webhook }: EndpointQueue): number {
  return progress.find(({ id }) => id === webhook.id)?.deliveredTo ?? 0
}
