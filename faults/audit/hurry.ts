import { setTimeout as sleep } from 'node:timers/promises'
import { lockSpace } from '@bindery/server/src/jobs/worker-store.ts'
import type { Installation } from '../installation/installation.ts'

const everyMs = 200

/**
 * Lets time pass faster where a test cannot wait for the clock: jobs of later are due, the sweep of
 * the minute comes at once, whoever began with an Idempotency-Key began a minute earlier, and the
 * dead are known to be dead once every worker that lives is seen to.
 */
const statementsFor = (workers: number) => [
  `update graphile_worker._private_jobs set run_at = now()
   where run_at > now() and locked_at is null`,
  `select graphile_worker.add_job('sweep', '{}', job_key => 'hurried sweep')`,
  `update idempotency_keys set started_at = started_at - interval '1 minute' where status is null`,
  `with alive as (
     select distinct objid::bigint as worker from pg_locks
     where locktype = 'advisory' and classid::bigint = ${lockSpace} and mode = 'ShareLock' and granted)
   select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
   from graphile_worker._private_jobs
   where (select count(*) from alive) = ${workers}
     and hashtext(locked_by)::bit(32)::bigint not in (select worker from alive)
   having count(locked_by) > 0`,
  // As whoever buries a worker does: one whose key was asked for again has made room for another.
  `delete from graphile_worker._private_jobs
   where locked_by is null and key is null and last_error is null and attempts = max_attempts`,
]

export function hurry({ database, workers }: Installation): { stop(): Promise<void> } {
  const statements = statementsFor(workers.length)
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
