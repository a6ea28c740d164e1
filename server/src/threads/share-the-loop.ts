import { setImmediate as nextTurn } from 'node:timers/promises'

/** As much as a turn of the loop may hold of work that goes on for long. */
const shareMs = 8

/** Work that reads and writes without ever waiting must let others have their turn by itself. */
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
