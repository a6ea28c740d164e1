import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { sql } from '../../src/database/index.ts'
import type { TestPlatform } from './platform.ts'

/** Until so many wait for a lock in the platform's database. */
export async function untilWaiting(
  { db }: Pick<TestPlatform, 'db'>,
  count: number,
  isOver = () => false,
): Promise<void> {
  for (const endMs = performance.now() + patienceMs; performance.now() < endMs && !isOver();) {
    const waiting = await db.query(sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (waiting.length === count) return
    await sleep(5)
  }
  if (!isOver()) throw new Error(`${count} were to wait, and do not`)
}

const patienceMs = 120_000

/** Holds what a statement locks, while others find it in use. */
export async function holding<Result>(
  { connection }: Pick<TestPlatform, 'connection'>,
  statement: string,
  work: (holder: Client) => Promise<Result>,
): Promise<Result> {
  const holder = new Client({ ...connection })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement)
    const result = await work(holder)
    await holder.query('commit')
    return result
  } finally {
    await holder.end()
  }
}
