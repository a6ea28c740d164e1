import pg from 'pg'
import { groupRead } from './group-read.ts'
import type { Statement } from './sql.ts'

/** What a statement can be run on: the database itself or a transaction. */
export interface Queryable {
  query<Row>(statement: Statement): Promise<Row[]>
}

/** Where single rows are found: the database itself or a transaction. */
export interface Finder {
  /** The row with this id. On the database itself, rows that are asked for at once come together. */
  find<Row extends Identified>(select: SelectByIds, id: string): Promise<Row | undefined>
}

interface Identified {
  readonly id: string
}

/** Selects the rows with these ids, each with its `id`. A constant: one function, one statement. */
export type SelectByIds = (ids: readonly string[]) => Statement

export interface Transaction extends Queryable, Finder {
  readonly inTransaction: true
}

export interface Database extends Queryable, Finder {
  /** Runs the work in one transaction: all of it is committed, or none of it. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
  /** The pool itself, for libraries that bring their own SQL. */
  readonly pool: pg.Pool
  /** A connection of one's own, for LISTEN and for locks that live as long as the session. */
  readonly connection: pg.ClientConfig
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly connection: pg.ClientConfig
  readonly connectionsMax: number
  /** A lost connection is no reason to stop: the pool opens another. It must only be heard. */
  readonly onConnectionError: (error: Error) => void
}

const connectTimeoutMs = 10_000
const statementTimeoutMs = 15_000
const idleInTransactionTimeoutMs = 30_000
const rowsPerReadMax = 100
const readersMax = 2

export function openDatabase(options: DatabaseOptions): Database {
  const connection: pg.ClientConfig = { ...options.connection, types: { getTypeParser } }
  const pool = new pg.Pool({
    ...connection,
    pipeline: true,
    max: options.connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  })
  pool.on('error', options.onConnectionError)
  pool.on('connect', (client) => {
    client.on('error', options.onConnectionError)
  })
  const query = async <Row>(statement: Statement) => rowsOf<Row>(await pool.query(statement))
  return {
    pool,
    connection,
    query,
    find: finderOn(query),
    transaction: (work) => runTransaction(pool, work),
    close: () => pool.end(),
  }
}

function finderOn(query: Queryable['query']): Finder['find'] {
  const readers = new Map<SelectByIds, (id: string) => Promise<Identified | undefined>>()
  return async <Row extends Identified>(select: SelectByIds, id: string) => {
    let read = readers.get(select)
    if (read === undefined) {
      read = groupRead({
        itemsMax: rowsPerReadMax,
        readersMax,
        read: (ids) => query<Identified>(select(ids)),
      })
      readers.set(select, read)
    }
    return (await read(id)) as Row | undefined // The statement selects the columns of such a row.
  }
}

async function runTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Not awaited: the pipeline sends it ahead of the first statement, which saves a round trip.
    const begun = client.query('begin')
    begun.catch(() => undefined) // The first statement fails with it and reports the same error.
    const query = async <Row>(statement: Statement) => rowsOf<Row>(await client.query(statement))
    const result = await work({
      inTransaction: true,
      query,
      find: async <Row extends Identified>(select: SelectByIds, id: string) =>
        (await query<Row>(select([id])))[0],
    })
    await begun
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function rowsOf<Row>(result: pg.QueryResult): Row[] {
  return result.rows as Row[] // The statement beside each call says which columns it selects.
}

const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins

/** Instants and days arrive as Temporal values, counts as numbers; the rest as pg reads it. */
const getTypeParser = ((
  type: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format: 'text' | 'binary',
) => {
  if (format === 'text') {
    if (type === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text)
    if (type === DATE) return (text: string) => Temporal.PlainDate.from(text)
    if (type === INT8) return parseCount
  }
  return pg.types.getTypeParser(type, format) as (text: string) => unknown
}) as typeof pg.types.getTypeParser // pg types its parsers by overloads that a function cannot satisfy.

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count)) throw new RangeError(`${text} is beyond the safe integers`)
  return count
}

const uniqueViolation = '23505'

/** The name of the constraint that a unique violation broke, or null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) return null
  return error.constraint ?? null
}
