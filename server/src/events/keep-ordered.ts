import type { ChangeFeed, Database } from '../database/index.ts'
import { createBell } from '../kernel/index.ts'
import { orderEvents } from './order-events.ts'

export interface EventOrder {
  /** Calls back whenever events may have got positions, here or in another process. */
  onOrdered(listener: () => void): void
  stop(): Promise<void>
}

/** How long an event waits at most of which nobody could tell us. */
const lookEveryMs = 1_000

/**
 * Gives events their positions as they come, until stopped, and tells those who deliver them. Several
 * processes may do so on one database. Each commit that writes events is heard of by all of them.
 */
export function keepEventsOrdered(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly onError: (error: unknown) => void
}): EventOrder {
  const listeners: (() => void)[] = []
  const bell = createBell()
  const stopping = new AbortController()
  deps.feed.on('events', () => bell.ring())

  async function order(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await orderEvents(deps.db)
        for (const listener of listeners) listener()
      } catch (error) {
        deps.onError(error)
      }
      await bell.wait(lookEveryMs)
    }
  }

  const ended = order()
  return {
    onOrdered: (listener) => void listeners.push(listener),
    stop: async () => {
      stopping.abort()
      bell.ring()
      await ended
    },
  }
}
