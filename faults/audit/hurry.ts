import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultyDatabase } from '../installation/database.ts'

const everyMs = 500

/**
 * Lets time pass faster where a test cannot wait for the clock: jobs of later are due, the sweep of
 * the minute comes at once, and whoever began with an Idempotency-Key began a minute earlier.
 */
const statements = [
  `update graphile_worker._private_jobs set run_at = now()
   where run_at > now() and locked_at is null`,
  `select graphile_worker.add_job('sweep', '{}', job_key => 'hurried sweep')`,
  `update idempotency_keys set started_at = started_at - interval '1 minute' where status is null`,
]

export function hurry(database: FaultyDatabase): { stop(): Promise<void> } {
  const over = new AbortController()
  const hurrying = (async () => {
    while (!over.signal.aborted) {
      for (const statement of statements) {
        await database.ask(statement).catch(() => undefined) // It may be away; the next round will do.
      }
      await sleep(everyMs)
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await hurrying
    },
  }
}
