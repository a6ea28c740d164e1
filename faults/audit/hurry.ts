import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResultRow } from 'pg'
import type { Queryable, Statement } from '@bindery/server/src/database/index.ts'
import { deleteReplacedJobs, enqueue } from '@bindery/server/src/jobs/queue-store.ts'
import { lockSpace } from '@bindery/server/src/jobs/worker-store.ts'
import { makeJobsDue, unlockJobsOfDeadWorkers } from '@bindery/server/test/support/queue.ts'
import type { Installation } from '../installation/installation.ts'

const everyMs = 200

/**
 * Lets time pass faster where a test cannot wait for the clock: jobs of later are due, the sweep of
 * the minute comes at once, a request that began with an Idempotency-Key began a minute earlier, and the
 * dead are known to be dead once every worker that lives is seen to.
 */
const stepsOf = ({ database, workers }: Installation) => {
  const db: Queryable = {
    query: <Row>({ text, values }: Statement) => database.ask<Row & QueryResultRow>(text, values),
  }
  return [
    () => db.query(makeJobsDue),
    () => enqueue(db, 'sweep', {}, { key: 'hurried sweep' }),
    () =>
      database.ask(`
        update idempotency_keys set started_at = started_at - interval '1 minute'
        where status is null`),
    () => db.query(unlockJobsOfDeadWorkers(workers.length, lockSpace)),
    () => deleteReplacedJobs(db),
  ]
}

export function hurry(installation: Installation): { stop(): Promise<void> } {
  const steps = stepsOf(installation)
  const over = new AbortController()
  const hurrying = (async () => {
    while (!over.signal.aborted) {
      for (const step of steps) {
        await step().catch(() => undefined) // It may be away; the next round will do.
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
