import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { keepAliveAfterMs } from './deadlines.ts'
import { timedClient } from './timed-client.ts'

/** Finds out by itself when the other side of a quiet connection is gone. */
export const keepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
} as const

export interface PoolOptions extends Omit<pg.PoolConfig, 'query_timeout' | 'Client'> {
  /** Who is asked and says nothing for so long is not waited for any longer; else without end. */
  readonly answerWithinMs?: number
}

/** A pool that hears of every lost connection: one that nobody listens to would end the process. */
export function openPool(options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const { answerWithinMs, ...config } = options
  const Client = answerWithinMs === undefined ? pg.Client : timedClient(answerWithinMs)
  const pool = new pg.Pool({ ...config, ...keepAlive, Client })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}

const farewellTimeoutMs = 3_000

/** Says goodbye to all connections, and leaves also where one of them does not answer any more. */
export async function endPool(pool: pg.Pool): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([
    pool.end().finally(() => waiting.abort()),
    sleep(farewellTimeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
}
