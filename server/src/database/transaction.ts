import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Finder, Queryable, SelectByIds } from './database.ts'
import { isConflict, isDatabaseAway, isReadOnly } from './database-away.ts'
import type { ChangeTopic, Statement } from './sql.ts'
import { withoutKeys } from './listing.ts'
import { type Part, combineStatements } from './combine-statements.ts'

export interface Transaction extends Queryable, Finder {
  readonly inTransaction: true
  /** Runs all parts or none, with one statement. */
  write(parts: readonly Part[]): Promise<void>
}

/**
 * The work of a transaction. It is run again after a conflict with another transaction, so it must
 * only read, decide and write: it calls no other service, and changes nothing in memory but its
 * result.
 */
export type TransactionWork<Result> = (tx: Transaction) => Promise<Result>

const attemptsMax = 5
const pauseMs = 20

/** Whether a transaction is running, for calls that must never happen within one. */
const underWay = new AsyncLocalStorage<true>()

/**
 * Guards calls to other services. Within a transaction such a call is a bug: every retry would
 * repeat it, and it would hold rows and a connection for as long as it takes.
 */
export function assertOutsideTransaction(what: string): void {
  if (underWay.getStore() === true) {
    throw new Error(
      `${what} happens inside a transaction, which may be run again. Do it before or after.`,
    )
  }
}

/** Runs the work in one transaction, and again after a conflict. */
export async function runTransaction<Result>(
  connect: () => Promise<pg.PoolClient>,
  work: TransactionWork<Result>,
  announce: (topic: ChangeTopic) => void,
): Promise<Result> {
  assertOutsideTransaction('another transaction')
  return retryConflicts(async () => {
    const announced = new Set<ChangeTopic>()
    const result = await underWay.run(true, () => attemptTransaction(connect, work, announced))
    for (const topic of announced) announce(topic)
    return result
  })
}

/** A conflict has rolled everything back: the work is run again. */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attemptsMax || !isConflict(error)) throw error
      // Not at the same moment, or the transactions conflict again.
      await sleep(pauseMs * attempt * (0.5 + Math.random()))
    }
  }
}

async function attemptTransaction<Result>(
  connect: () => Promise<pg.PoolClient>,
  work: TransactionWork<Result>,
  announced: Set<ChangeTopic>,
): Promise<Result> {
  const client = await connect()
  let broken: Error | undefined
  let isOver = false
  const query = async <Row>(statement: Statement): Promise<Row[]> => {
    // Work left running after a failure must not write into the connection's next transaction.
    if (isOver) throw new Error('the transaction of this statement is over')
    if (statement.announces !== undefined) announced.add(statement.announces)
    return rowsOf(await client.query(statement))
  }
  try {
    // Not awaited: the pipeline sends it ahead of the first statement, which saves a round trip.
    const begun = client.query('begin')
    begun.catch(() => undefined) // The first statement fails with it and reports the same error.
    const result = await work({
      inTransaction: true,
      query,
      find: async <Row extends { readonly id: string }>(select: SelectByIds, id: string) =>
        (await query<Row>(select([id])))[0],
      findAll: (select, ids) => query(select(ids)),
      list: async (select, key, ...shared) => withoutKeys(await query(select([key], ...shared))),
      write: async (parts) => void (await query(combineStatements(parts))),
    })
    isOver = true
    await begun
    await client.query('commit')
    return result
  } catch (error) {
    isOver = true
    broken = isConnectionLost(error) ? error : await rollBack(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** A lost server cannot roll back, and the connection to a read-only one is given up. */
function isConnectionLost(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError && error.severity === 'ERROR') return isReadOnly(error)
  return isDatabaseAway(error)
}

async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (failure) {
    return failure as Error // pg rejects with nothing else.
  }
}

export function rowsOf<Row>(result: pg.QueryResult): Row[] {
  return result.rows as Row[] // The statement beside each call says which columns it selects.
}
