import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much of one turn of the event loop long work may use. */
const shareMs = 8

/** Work that never waits for the disk or the network has to yield the event loop by itself. */
export interface Share {
  /** Whether this turn has been used up. */
  isUsedUp(): boolean
  /** Goes on in the next turn. */
  wait(): Promise<void>
}

export function shareTheLoop(): Share {
  let startedMs = performance.now()
  return {
    isUsedUp: () => performance.now() - startedMs > shareMs,
    async wait() {
      await nextTurn()
      startedMs = performance.now()
    },
  }
}
