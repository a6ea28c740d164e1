import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangeFeed, Database } from '../database/index.ts'
import { createWakeSignal } from '../kernel/index.ts'
import { orderEvents, orderNewEvents } from './order-events.ts'

export interface EventOrder {
  /** Calls back whenever events may have got positions, here or in another process. */
  onOrdered(listener: () => void): void
  stop(): Promise<void>
}

/** How long an event waits at most where its notification was missed. */
const lookEveryMs = 1_000
/** Under load, events of this long get their positions in one batch. */
const orderEveryMs = 8

/**
 * Gives events their positions as they come, until stopped, and notifies the dispatcher. Several
 * processes may do so on one database. Each commit that writes events notifies all of them.
 */
export function keepEventsOrdered(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly onError: (error: unknown) => void
}): EventOrder {
  const listeners: (() => void)[] = []
  const wakeSignal = createWakeSignal()
  const stopping = new AbortController()
  /**
   * This process committed events: there is no need to look first, nor to wait for a notification.
   */
  let isNew = false
  const stopListening = deps.db.onAnnounced((topic) => {
    if (topic !== 'events') return
    isNew = true
    wakeSignal.ring()
  })
  deps.feed.on('events', () => wakeSignal.ring(), 'others')

  async function keepOrdering(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const beganMs = performance.now()
        const ordered = await orderSome()
        for (const listener of listeners) listener()
        if (ordered > 0) await sleep(Math.max(0, beganMs + orderEveryMs - performance.now()))
      } catch (error) {
        deps.onError(error)
      }
      await wakeSignal.wait(lookEveryMs)
    }
  }

  function orderSome(): Promise<number> {
    const work = isNew ? orderNewEvents : orderEvents
    isNew = false
    return work(deps.db)
  }

  const ended = keepOrdering()
  return {
    onOrdered: (listener) => void listeners.push(listener),
    stop: async () => {
      stopListening()
      stopping.abort()
      wakeSignal.ring()
      await ended
    },
  }
}
