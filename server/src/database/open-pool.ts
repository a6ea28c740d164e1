import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { failUnconfirmed } from './unconfirmed-commit.ts'
import { keepAliveAfterMs } from './deadlines.ts'
import { type Connection, clientFor } from './hosts/index.ts'
import { timedClient } from './timed-client.ts'

/** TCP keep-alive finds out when the other side of a quiet connection is gone. */
export const keepAlive = {
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
} as const

export interface PoolOptions
  extends Omit<pg.PoolConfig, 'query_timeout' | 'Client'>, Pick<Connection, 'hosts'> {
  /** How long to wait for an answer of the server; for ever by default. */
  readonly answerWithinMs?: number
}

/** A pool that handles every lost connection: an unhandled error would end the process. */
export function openPool(options: PoolOptions, onError: (error: Error) => void): pg.Pool {
  const { answerWithinMs, ...config } = options
  const Found = clientFor(config)
  const Client = answerWithinMs === undefined ? Found : timedClient(answerWithinMs, Found)
  const pool = new pg.Pool({ ...config, ...keepAlive, Client })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    failUnconfirmed(client)
  })
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
