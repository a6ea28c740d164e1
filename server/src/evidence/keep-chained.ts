import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/index.ts'
import { chainRecords } from './chain-records.ts'

const pauseMs = 1_000

/**
 * Chains events and entries of the audit log as they come, until stopped. Several processes may do
 * so. The work takes half of the time at most, however many records come: nobody waits for it.
 */
export function keepChained(deps: {
  readonly db: Database
  readonly onError: (error: unknown) => void
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function chain(): Promise<void> {
    while (!signal.aborted) {
      try {
        await chainRecords(deps.db, undefined, rest)
      } catch (error) {
        deps.onError(error)
      }
      await rest(pauseMs)
    }
  }

  /** Returns whether to continue afterwards. */
  async function rest(forMs: number): Promise<boolean> {
    await sleep(forMs, undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }

  const ended = chain()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
