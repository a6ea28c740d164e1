import {
  type Database,
  type KeptSession,
  type Queryable,
  keepSession,
  sql,
} from '../database/index.ts'

/** Distinguishes our locks from other advisory locks on the same database. */
export const lockSpace = 0x62696e64

/**
 * The queue leaves the jobs of a killed worker locked for hours. So each worker shows that it is
 * alive by an advisory lock on a session of its own, which its death releases. A session that is
 * lost while the worker lives is opened again and takes the lock again. The lock is a shared one:
 * the server may not have noticed yet that the old session is gone.
 */
export async function showAlive(
  db: Database,
  workerId: string,
  on: { readonly jobs: () => void; readonly error: (error: Error) => void },
): Promise<KeptSession> {
  return keepSession(db.connection, {
    name: 'bindery worker',
    prepare: async (client) => {
      client.on('notification', on.jobs)
      await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [lockSpace, workerId])
      await client.query('listen "jobs:insert"') // The queue's own word for a job that was added.
    },
    onReopened: on.jobs,
    onError: on.error,
  })
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
