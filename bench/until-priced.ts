import { setTimeout as sleep } from 'node:timers/promises'

const triesMax = 60
const againAfterMs = 1_000

/** The prices of a server that has just started are still being compiled: quotes are refused. */
export async function untilPriced(quote: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await quote()
      return
    } catch (error) {
      if (tried === triesMax) throw error
      await sleep(againAfterMs)
    }
  }
}
