import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Queryable } from './database.ts'
import { connectTimeoutMs } from './deadlines.ts'
import { type Connection, clientFor } from './hosts/index.ts'
import { keepAlive } from './open-pool.ts'
import type { Statement } from './sql.ts'
import { failUnconfirmed } from './unconfirmed-commit.ts'

export interface SessionOptions {
  /** What operators see in `pg_stat_activity`. */
  readonly name: string
  /** How long one statement may take; the server ends it, and we stop waiting a little later. */
  readonly statementTimeoutMs: number
  /** How long a statement may wait for a lock; as long as it may take by default. */
  readonly lockTimeoutMs?: number
  /** How long a transaction may stay idle, where the reader or sender of a stream may stop. */
  readonly idleInTransactionTimeoutMs?: number
  /** Whether a statement may be sent before the previous one was answered. */
  readonly pipeline?: boolean
}

/** How long the answer of a server that ended a statement may take to arrive. */
const answerTimeoutMs = 5_000
const farewellTimeoutMs = 1_000

/**
 * A session outside the pool, for work that takes longer than a request may, or for the life of the
 * process. Its loss fails the statement under way.
 */
export async function openSession(
  connection: Connection,
  options: SessionOptions,
  onError: (error: Error) => void = () => undefined,
): Promise<pg.Client> {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = options
  const Client = clientFor(connection)
  const client = new Client({
    ...connection,
    ...keepAlive,
    application_name: options.name,
    pipeline: options.pipeline ?? false,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + answerTimeoutMs,
    ...(lockTimeoutMs === undefined ? {} : { lock_timeout: lockTimeoutMs }),
    ...(idleInTransactionTimeoutMs === undefined
      ? {}
      : { idle_in_transaction_session_timeout: idleInTransactionTimeoutMs }),
  })
  client.on('error', onError)
  failUnconfirmed(client)
  try {
    await client.connect()
    return client
  } catch (error) {
    client.end().catch(() => undefined) // The session never began.
    throw error
  }
}

/** The session behind the usual interface for statements. */
export function queryableOn(client: pg.ClientBase): Queryable {
  return {
    query: async <Row>(statement: Statement) => (await client.query(statement)).rows as Row[], // As each statement says.
  }
}

/** Begins a transaction that reads one snapshot, or a new one for each statement. */
export async function beginOn(
  client: pg.ClientBase,
  reads: 'at one moment' | 'as it comes' = 'as it comes',
): Promise<void> {
  await client.query(reads === 'at one moment' ? 'begin isolation level repeatable read' : 'begin')
}

export async function commitOn(client: pg.ClientBase): Promise<void> {
  await client.query('commit')
}

/** Closes the session, even where the server does not answer. Without a commit it rolls back. */
export async function endSession(client: pg.Client): Promise<void> {
  const waiting = new AbortController()
  const ended = client.end().finally(() => waiting.abort())
  await Promise.race([
    ended,
    sleep(farewellTimeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined),
  ])
  leaveSession(client)
}

/** Closes the session at once; the statement under way fails. */
export function leaveSession(client: pg.Client): void {
  client.connection.stream.destroy()
}
