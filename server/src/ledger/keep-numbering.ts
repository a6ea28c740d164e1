import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/index.ts'
import { numberInvoices } from './number-invoices.ts'

const pauseMsMin = 1_000
/** While a long transaction elsewhere keeps what was taken in the way, looking takes longer. */
const pausePerWork = 10
const pauseMsMax = 20_000

/** Gives invoices their numbers as they come, until stopped. Several processes may do so at once. */
export function keepNumbering(deps: {
  readonly db: Database
  readonly onError: (error: unknown) => void
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function number(): Promise<void> {
    while (!signal.aborted) {
      const begunMs = performance.now()
      try {
        await numberInvoices(deps.db)
      } catch (error) {
        deps.onError(error)
      }
      const workMs = performance.now() - begunMs
      const pauseMs = Math.min(pauseMsMax, Math.max(pauseMsMin, pausePerWork * workMs))
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = number()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
