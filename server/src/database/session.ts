import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Queryable } from './database.ts'
import { connectTimeoutMs } from './deadlines.ts'
import { keepAlive } from './open-pool.ts'
import type { Statement } from './sql.ts'

export interface SessionOptions {
  /** What operators see in `pg_stat_activity`. */
  readonly name: string
  /** How long one statement may take; the server ends it, and we stop waiting a little later. */
  readonly statementTimeoutMs: number
  /** How long it may wait for a lock, where that is not as long as the statement. */
  readonly lockTimeoutMs?: number
  /** How long a transaction may be left alone, where whoever reads or sends may stop. */
  readonly idleInTransactionTimeoutMs?: number
  /** Whether statements may be sent before the one ahead has answered. */
  readonly pipeline?: boolean
}

/** The answer of a server that has just ended a statement is on its way for so long at most. */
const answerTimeoutMs = 5_000
const farewellTimeoutMs = 1_000

/**
 * A session of one's own, for what takes longer than requests may, or lives as long as the process.
 * It hears of its own loss, and the statement under way fails with it and says so.
 */
export async function openSession(
  connection: pg.ClientConfig,
  options: SessionOptions,
  onError: (error: Error) => void = () => undefined,
): Promise<pg.Client> {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = options
  const client = new pg.Client({
    ...connection,
    ...keepAlive,
    application_name: options.name,
    pipeline: options.pipeline ?? false,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + answerTimeoutMs,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    ...(idleInTransactionTimeoutMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionTimeoutMs }),
  })
  client.on('error', onError)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined) // It never began.
    throw error
  }
}

/** A session as statements are sent on everywhere else. */
export function queryableOn(client: pg.ClientBase): Queryable {
  return {
    query: async <Row>(statement: Statement) => (await client.query(statement)).rows as Row[], // As each statement says.
  }
}

/** What is read in it is of the moment that it begins at, or as each statement finds it. */
export async function beginOn(
  client: pg.ClientBase,
  reads: 'at one moment' | 'as it comes' = 'as it comes',
): Promise<void> {
  await client.query(reads === 'at one moment' ? 'begin isolation level repeatable read' : 'begin')
}

export async function commitOn(client: pg.ClientBase): Promise<void> {
  await client.query('commit')
}

/** Says goodbye, and leaves also where nobody answers. Without a commit this is the rollback. */
export async function endSession(client: pg.Client): Promise<void> {
  const waiting = new AbortController()
  const ended = client.end().finally(() => waiting.abort())
  await Promise.race([
    ended,
    sleep(farewellTimeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
  leaveSession(client)
}

/** Leaves at once, in the middle of whatever is under way, which fails with it. */
export function leaveSession(client: pg.Client): void {
  client.connection.stream.destroy()
}
