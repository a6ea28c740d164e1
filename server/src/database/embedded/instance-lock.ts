import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectAsSuperuser } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import { processStart } from './process-start.ts'
import { inUse } from './start-lock.ts'

/** Any number will do: the lock is in the database `postgres`, away from other locks. */
const lockNumber = 4_201_977
const releaseWaitMaxMs = 10_000
const lookAgainMs = 50

/**
 * Marks this PostgreSQL as ours by the lock of a session that we keep open. When we are killed, the
 * system closes the session and PostgreSQL releases the lock.
 */
export async function lockInstance(endpoint: Endpoint, dataDir: string): Promise<pg.Client> {
  const session = await connectAsSuperuser(endpoint, ourName())
  try {
    const giveUpAt = performance.now() + releaseWaitMaxMs
    while (!(await tryLock(session))) {
      const holder = await whoHolds(session)
      if (holder?.alive || performance.now() > giveUpAt) {
        throw inUse(dataDir, holder?.pid ?? 'unknown')
      }
      await sleep(lookAgainMs) // Killed a moment ago: PostgreSQL is about to notice.
    }
    return session
  } catch (error) {
    await session.end()
    throw error
  }
}

function ourName(): string {
  return `bindery-${process.pid}-${processStart(process.pid)}`
}

async function tryLock(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [lockNumber],
  )
  return rows[0]?.locked === true
}

async function whoHolds(session: pg.Client): Promise<{ pid: string; alive: boolean } | undefined> {
  const { rows } = await session.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objid = $1`,
    [lockNumber],
  )
  const [, pid, start] = /^bindery-(\d+)-(\w+)$/.exec(rows[0]?.name ?? '') ?? []
  return pid ? { pid, alive: processStart(Number(pid)) === start } : undefined
}
