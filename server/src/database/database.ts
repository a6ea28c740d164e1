import pg from 'pg'
import { ReadsOnly, isReadOnly, isUnresponsive } from './database-away.ts'
import * as usual from './deadlines.ts'
import { groupRead } from './group-read.ts'
import { type Connection, finderOf } from './hosts/index.ts'
import { endPool, openPool } from './open-pool.ts'
import { createSemaphore, createTurns } from './semaphore.ts'
import { type Listing, withoutKeys } from './listing.ts'
import { watchUnresponsive } from './unresponsive-database.ts'
import { type ChangeTopic, type Statement, sql } from './sql.ts'
import { openStandbyReads } from './standbys/index.ts'
import { type Part, combineStatements } from './combine-statements.ts'
import {
  type Transaction,
  type TransactionWork,
  retryConflicts,
  rowsOf,
  runTransaction,
} from './transaction.ts'
import { batchedTransaction } from './batched-transaction.ts'

export type { Transaction } from './transaction.ts'

/** Runs statements: the database itself or a transaction. */
export interface Queryable {
  query<Row>(statement: Statement): Promise<Row[]>
}

/** Finds rows by a key: the database itself or a transaction. */
export interface Finder {
  /** The row with this id. On the database itself, requests at the same time share a statement. */
  find<Row extends Identified>(select: SelectByIds, id: string): Promise<Row | undefined>
  /** The existing rows with these ids, unsorted. */
  findAll<Row extends Identified>(select: SelectByIds, ids: readonly string[]): Promise<Row[]>
  /**
   * The rows of one thing. In a batched transaction, requests at the same time share a statement.
   */
  list<Row, Shared extends readonly unknown[]>(
    select: Listing<Row, Shared>,
    key: string,
    ...shared: Shared
  ): Promise<Row[]>
}

/** Everything that can be read from. */
export interface Reader extends Queryable, Finder {}

interface Identified {
  readonly id: string
}

/** Selects the rows with these ids, each with its `id`. A constant: one function, one statement. */
export type SelectByIds = (ids: readonly string[]) => Statement

export interface Database extends Queryable, Finder {
  /**
   * The same database for lists, exports and reports: with `DATABASE_READ_URL`, a standby answers
   * if it knows everything that was committed before the statement was sent.
   */
  readonly reads: Reader
  /**
   * Runs the work in one transaction: all of it is committed, or none of it. Work that deadlocks is
   * run again, so it must not call other services: see `TransactionWork`.
   */
  transaction<Result>(work: TransactionWork<Result>): Promise<Result>
  /**
   * A transaction on one thing, such as the policy with this id. Transactions on the same thing
   * take turns in memory, so that waiting ones hold no connections.
   */
  transactionOn<Result>(thing: string, work: TransactionWork<Result>): Promise<Result>
  /**
   * Does the same work for each of many things in one transaction: reads by key and writes of the
   * same kind share statements. A failure of one fails all: see `groupCommit` for what is done
   * then.
   */
  transactionOfMany<Item, Result>(
    items: readonly Item[],
    work: (tx: Transaction, item: Item) => Promise<Result>,
  ): Promise<Result[]>
  /** Runs all parts or none, as a transaction of one statement in one round trip. */
  commit(parts: readonly Part[]): Promise<void>
  /** The same on one thing: see `transactionOn`. */
  commitOn(thing: string, parts: readonly Part[]): Promise<void>
  /** Calls back after commits of this process that announce a change. Returns the unsubscribe. */
  onAnnounced(listener: (topic: ChangeTopic) => void): () => void
  /**
   * Calls back when another of several hosts has become the primary. Returns the unsubscribe. With
   * one host nobody knows.
   */
  onPromotion(listener: () => void): () => void
  /** Rejects where the database cannot be reached, or is read-only: see `isReadOnly`. */
  assertWrites(): Promise<void>
  /** The pool itself, for libraries with their own SQL. */
  readonly pool: pg.Pool
  /** For separate sessions: see `openSession` and `keepSession`. */
  readonly connection: Connection
  close(): Promise<void>
}

/** How long requests and jobs wait; longer in tests, whose machine may be busy. */
export interface DatabaseLimits {
  /** For the answer to a statement. */
  readonly statementTimeoutMs?: number
  /** For a lock. */
  readonly lockTimeoutMs?: number
  /** For a turn at a policy, or for one of the connections for writes. */
  readonly turnTimeoutMs?: number
}

export interface DatabaseOptions extends DatabaseLimits {
  readonly connection: Connection
  readonly connectionsMax: number
  /** Called for a lost connection. The pool opens another one, so this only has to log it. */
  readonly onConnectionError: (error: Error) => void
}

const rowsPerReadMax = 100
const readersMax = 2
/** The part of the connections reserved for reads, because writes may wait for locks. */
const readersShare = 1 / 4

export function openDatabase(options: DatabaseOptions): Database {
  const connection: Connection = { ...options.connection, types: { getTypeParser } }
  const statementTimeoutMs = options.statementTimeoutMs ?? usual.statementTimeoutMs
  const turnTimeoutMs = options.turnTimeoutMs ?? usual.turnTimeoutMs
  const poolOptions = {
    pipeline: true,
    max: options.connectionsMax,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? usual.connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    answerWithinMs: statementTimeoutMs + usual.unresponsiveGraceMs,
    lock_timeout: options.lockTimeoutMs ?? usual.lockTimeoutMs,
    idle_in_transaction_session_timeout: usual.idleInTransactionTimeoutMs,
    types: { getTypeParser },
  }
  const open = () => openPool({ ...connection, ...poolOptions }, options.onConnectionError)
  const { hosts, standbys } = connection
  const finder = hosts === undefined ? null : finderOf(connection, hosts)
  const stopReporting = finder?.onFinding(options.onConnectionError)
  let pool = open()
  const watchdog = watchUnresponsive(connection, options.onConnectionError)
  const reserved = Math.max(1, Math.floor(options.connectionsMax * readersShare))
  const writing = createSemaphore({
    count: Math.max(1, options.connectionsMax - reserved),
    waitMaxMs: turnTimeoutMs,
    what: 'a connection to write with',
  })
  const takeTurn = createTurns(turnTimeoutMs)

  /** Sees every failure, so that a server that hangs or is read-only is not asked in vain. */
  async function watched<Result>(
    work: (pool: pg.Pool) => Promise<Result>,
    to: 'read' | 'write' = 'write',
  ): Promise<Result> {
    watchdog.assertAnswers(to)
    const asked = pool
    try {
      return await work(asked)
    } catch (error) {
      if (isUnresponsive(error)) watchdog.suspect()
      if (isReadOnly(error) && asked === pool) leave(asked)
      throw error
    }
  }

  /** The pool whose connections all lead to a server that has become read-only. */
  function leave(readOnly: pg.Pool): void {
    pool = open()
    readOnly.end().catch(options.onConnectionError)
  }

  const listeners = new Set<(topic: ChangeTopic) => void>()
  const announce = (topic: ChangeTopic) => {
    for (const listener of listeners) listener(topic)
  }
  const readStandbys =
    standbys === undefined
      ? null
      : openStandbyReads({
          standbys,
          pool: poolOptions,
          askPrimary: (statement) => watched((asked) => asked.query(statement), 'read'),
          onError: options.onConnectionError,
        })
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    if (readStandbys !== null && statement.mayReadStandby === true) {
      const result = await readStandbys.read(statement)
      if (result !== null) return rowsOf<Row>(result)
    }
    const ask = async (asked: pg.Pool) => rowsOf<Row>(await asked.query(statement))
    if (isReading(statement)) return watched(ask, 'read')
    const rows = await writing.take(() => retryConflicts(() => watched(ask)))
    if (statement.announces !== undefined) announce(statement.announces)
    return rows
  }
  const transaction = <Result>(work: TransactionWork<Result>) =>
    writing.take(() => watched((asked) => runTransaction(() => asked.connect(), work, announce)))
  const commit = async (parts: readonly Part[]) =>
    void (await query(combineStatements(parts, commitPrefix)))
  const assertWrites = () =>
    watched(async (asked) => {
      const { rows } = await asked.query<{ readsOnly: boolean }>(readsOnly)
      if (rows[0]?.readsOnly === true) throw new ReadsOnly('the database takes no writes')
    })
  const queryReads = <Row>(statement: Statement) =>
    query<Row>({ ...statement, mayReadStandby: true })
  return {
    reads: readerOn(queryReads),
    get pool() {
      return pool
    },
    connection,
    onAnnounced: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onPromotion: (listener) => finder?.onPromotion(listener) ?? (() => undefined),
    assertWrites,
    ...readerOn(query),
    commit,
    commitOn: (thing, parts) => takeTurn(thing, () => commit(parts)),
    transaction,
    transactionOfMany: (items, work) =>
      transaction((tx) => {
        const shared = batchedTransaction(tx)
        return Promise.all(items.map((item) => work(shared, item)))
      }),
    transactionOn: (thing, work) => takeTurn(thing, () => transaction(work)),
    close: async () => {
      watchdog.close()
      stopReporting?.()
      await Promise.all([endPool(pool), readStandbys?.close()])
    },
  }
}

/** Part of each such statement's name, so that operators see in a connection what commits. */
const commitPrefix = 'commit_'

const readsOnly = sql`
  select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readsOnly"`

/** A plain select waits for no lock. */
function isReading({ text }: Statement): boolean {
  return /^\s*select\b/.test(text)
}

function readerOn(query: Queryable['query']): Reader {
  return {
    query,
    find: finderOn(query),
    findAll: (select, ids) => query(select(ids)),
    list: async (select, key, ...shared) => withoutKeys(await query(select([key], ...shared))),
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

const { INT8, TIMESTAMPTZ, DATE } = pg.types.builtins

/** Instants and days arrive as Temporal values, counts as numbers; the rest as pg reads it. */
const getTypeParser = ((
  type: (typeof pg.types.builtins)[keyof typeof pg.types.builtins],
  format: 'text' | 'binary',
) => {
  if (format === 'text') {
    if (type === TIMESTAMPTZ) return (text: string) => Temporal.Instant.from(text)
    if (type === DATE) return readDay
    if (type === INT8) return parseCount
  }
  return pg.types.getTypeParser(type, format) as (text: string) => unknown
}) as typeof pg.types.getTypeParser // pg types its parsers by overloads that a function cannot satisfy.

/** A cache: rows repeat the same few days. */
const days = new Map<string, Temporal.PlainDate>()
const daysKeptMax = 1_000

function readDay(text: string): Temporal.PlainDate {
  const known = days.get(text)
  if (known !== undefined) return known
  if (days.size >= daysKeptMax) days.clear()
  const day = Temporal.PlainDate.from(text)
  days.set(text, day)
  return day
}

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
