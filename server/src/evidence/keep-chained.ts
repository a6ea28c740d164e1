import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/index.ts'
import { chainRecords } from './chain-records.ts'

const pauseMs = 1_000

/** Chains events and entries of the audit log as they come, until stopped. Several processes may do so. */
export function keepChained(deps: {
  readonly db: Database
  readonly onError: (error: unknown) => void
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping

  async function chain(): Promise<void> {
    while (!signal.aborted) {
      try {
        await chainRecords(deps.db)
      } catch (error) {
        deps.onError(error)
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = chain()
  return {
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}
