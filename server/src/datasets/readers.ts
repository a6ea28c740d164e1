import pg from 'pg'
import {
  type Connection,
  type Database,
  type Queryable,
  type Statement,
  endPool,
  openPool,
  unresponsiveGraceMs,
} from '../database/index.ts'
import { planningStatement } from './list-store.ts'

/** Separate connections for searches. */
export interface Readers extends Queryable {
  /** The rows of a search as the database writes them, cell by cell. */
  search(search: Search): Promise<Texts[]>
  close(): Promise<void>
}

export interface Search {
  readonly text: string
  readonly values: readonly unknown[]
  /** Whether one plan is right for all values, so that it is made only once. */
  readonly isSteady: boolean
}

export type Texts = readonly (string | null)[]

/**
 * Few connections and a short time limit, so that searches never take the connections of sales. And
 * searches by index do not wait behind full scans.
 */
const connectionsMax = { steady: 3, other: 3 }
const queueTimeoutMs = 5_000
/** A connection keeps every prepared statement, so their number is limited. */
const statementsMax = 300

const asText = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig // pg types it by overloads.

export interface ReaderOptions {
  readonly timeoutMs: number
  readonly onError: (error: unknown) => void
}

export function openReaders({ connection }: Database, options: ReaderOptions): Readers {
  const steady = openReaderPool(connection, options, 'force_generic_plan', connectionsMax.steady)
  const others = openReaderPool(connection, options, 'force_custom_plan', connectionsMax.other)
  return {
    query: async <Row>(statement: Statement) => (await others.pool.query(statement)).rows as Row[], // The statement says which columns it selects.
    search: ({ text, values, isSteady }) => (isSteady ? steady : others).read(text, values),
    close: async () => void (await Promise.all([endPool(steady.pool), endPool(others.pool)])),
  }
}

function openReaderPool(
  connection: Connection,
  options: ReaderOptions,
  planning: 'force_generic_plan' | 'force_custom_plan',
  max: number,
) {
  const config = {
    ...connection,
    pipeline: true,
    max,
    statement_timeout: options.timeoutMs,
    answerWithinMs: options.timeoutMs + unresponsiveGraceMs,
    connectionTimeoutMillis: queueTimeoutMs,
  }
  const pool = openPool(config, options.onError)
  const names = nameStatements()
  pool.on('connect', (client) => {
    names.welcome(client)
    // Not awaited: the pipeline sends it ahead of the first search.
    client.query(planningStatement(planning)).catch(options.onError)
  })
  return {
    pool,
    async read(text: string, values: readonly unknown[]): Promise<Texts[]> {
      const name = names.nameOf(text)
      const client = await pool.connect()
      let isUsable = false
      try {
        const query = { name, text, values: [...values], rowMode: 'array' as const, types: asText }
        const { rows } = await client.query<(string | null)[]>(query)
        isUsable = true
        return rows
      } catch (error) {
        isUsable = error instanceof pg.DatabaseError // The server itself refused: it can be asked again.
        throw error
      } finally {
        client.release(!isUsable || names.isOutdated(client))
      }
    },
  }
}

/** Names of prepared statements. When there are too many, all start again. */
function nameStatements() {
  const names = new Map<string, string>()
  const born = new WeakMap<pg.ClientBase, number>()
  let generation = 0
  let named = 0
  return {
    welcome: (client: pg.ClientBase) => void born.set(client, generation),
    isOutdated: (client: pg.ClientBase) => born.get(client) !== generation,
    nameOf(text: string): string {
      let name = names.get(text)
      if (name !== undefined) return name
      if (names.size >= statementsMax) {
        names.clear()
        generation += 1
      }
      named += 1
      name = `list_${named}`
      names.set(text, name)
      return name
    },
  }
}
