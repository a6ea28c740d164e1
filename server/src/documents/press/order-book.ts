import { setTimeout as sleep } from 'node:timers/promises'

/** One who waits for a document. */
export interface Waiting {
  /** Nobody waits for what comes of it. */
  readonly isPatient: boolean
  /** Carries the order out. It never throws, and tells for how long it wanted for a processor. */
  readonly carryOut: () => Promise<{ readonly waitedMs: number }>
}

export interface OrderBook {
  add(waiting: Waiting): void
}

const lookAgainAfterMs = 10
/** However busy it is, a document that nobody waits for is begun after this time. */
const patienceMsMax = 1_000

/**
 * Orders are carried out one at a time. Those that somebody waits for go first. All others go while
 * no request is under way, and where the last one had to wait for a processor, because others on the
 * machine needed it, the next one lets as much time go by: documents yield to requests, also to those
 * of another process.
 */
export function openOrderBook(isBusy: () => boolean): OrderBook {
  const urgent: Waiting[] = []
  const patient: Waiting[] = []
  let isAtWork = false

  async function work(): Promise<void> {
    let restMs = 0
    while (urgent.length + patient.length > 0) {
      const next = await choose(restMs)
      const { waitedMs } = await next.carryOut()
      restMs = next.isPatient ? waitedMs : 0
    }
    isAtWork = false
  }

  /** Called while there are some. */
  async function choose(restMs: number): Promise<Waiting> {
    const fromMs = performance.now()
    for (;;) {
      const waitedMs = performance.now() - fromMs
      const mustYield = waitedMs < patienceMsMax && (waitedMs < restMs || isBusy())
      const next = urgent.shift() ?? (mustYield ? undefined : patient.shift())
      if (next !== undefined) return next
      await sleep(lookAgainAfterMs)
    }
  }

  return {
    add(waiting) {
      const line = waiting.isPatient ? patient : urgent
      line.push(waiting)
      if (isAtWork) return
      isAtWork = true
      void work()
    },
  }
}
