import type pg from 'pg'
import { type Queryable, sql } from '../database/index.ts'

/** Distinguishes our locks from other advisory locks on the same database. */
export const lockSpace = 0x62696e64

/** Takes the lock that shows a worker alive, and listens for jobs, for the life of the session. */
export async function lockAlive(client: pg.ClientBase, workerId: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockSpace, workerId])
  await client.query('listen "jobs:insert"') // The queue's own channel for added jobs.
}

/** Whether anybody runs jobs, in this process or in another one. */
export async function isAnyWorkerAlive(db: Queryable): Promise<boolean> {
  const [found] = await db.query<{ isAlive: boolean }>(sql`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${lockSpace}::oid and mode = 'ShareLock' and granted
        and database = (select oid from pg_database where datname = current_database())
    ) as "isAlive"`)
  return found?.isAlive === true
}
