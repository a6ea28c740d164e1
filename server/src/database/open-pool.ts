import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { keepAliveAfterMs } from './deadlines.ts'
import { timedClient } from './timed-client.ts'

/** TCP keep-alive finds out when the other side of a quiet connection is gone. */
export const keepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
} as const

export interface PoolOptions extends Omit<pg.PoolConfig, 'query_timeout' | 'Client'> {
  /** How long to wait for an answer of the server; for ever by default. */
  readonly answerWithinMs?: number
}

/** A pool that handles every lost connection: an unhandled error would end the process. */
export function openPool(options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const { answerWithinMs, ...config } = options
  const Client = answerWithinMs === undefined ? pg.Client : timedClient(answerWithinMs)
  const pool = new pg.Pool({ ...config, ...keepAlive, Client })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return pool
}

const farewellTimeoutMs = 3_000

/** Closes all connections, also those that no longer answer. */
export async function endPool(pool: pg.Pool): Promise<void> {
  const waiting = new AbortController()
  await Promise.race([
    pool.end().finally(() => waiting.abort()),
    sleep(farewellTimeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
}
