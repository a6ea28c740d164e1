import pg from 'pg'
import { type Database, sql } from '../database/index.ts'

/**
 * The queue leaves the jobs of a killed worker locked for hours. So each worker shows that it is
 * alive by an advisory lock on a session of its own, which its death releases, and every sweep
 * frees the jobs of workers whose lock nobody holds.
 */
export interface AliveSign {
  add(workerId: string): void
  close(): Promise<void>
}

/** Distinguishes our locks from other advisory locks on the same database. */
const lockSpace = 0x62696e64
/** A worker may take its first job just before its lock is granted. */
const graceSeconds = 10

export async function showAlive(db: Database, onError: (error: Error) => void): Promise<AliveSign> {
  // Locks are asked for as workers appear, without waiting for one another.
  const client = new pg.Client({ ...db.connection, pipeline: true })
  client.on('error', onError)
  await client.connect()
  return {
    add: (workerId) => {
      client
        .query('select pg_advisory_lock($1, hashtext($2))', [lockSpace, workerId])
        .catch(onError)
    },
    close: () => client.end(),
  }
}

export async function releaseDeadWorkers(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`
      select graphile_worker.force_unlock_workers(array_agg(worker))
      from (
        select distinct locked_by as worker from graphile_worker._private_jobs
        where locked_at < now() - make_interval(secs => ${graceSeconds})
      ) as working
      where pg_try_advisory_xact_lock(${lockSpace}::int, hashtext(worker))
      having count(*) > 0`)
  })
}
