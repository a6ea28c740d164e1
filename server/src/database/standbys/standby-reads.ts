import type pg from 'pg'
import { endPool, openPool, type PoolOptions } from '../open-pool.ts'
import { type Connection, type Host, nameOf } from '../../settings/index.ts'
import { isHidden } from '../hosts/index.ts'
import type { Statement } from '../sql.ts'
import { type LogPosition, selectWritten } from './log-position.ts'
import { openStandby } from './standby.ts'

/** Reads from standbys, never older than what was committed when the read was asked for. */
export interface StandbyReads {
  /** Null where no standby can answer: then the primary is asked. */
  read(statement: Statement): Promise<pg.QueryResult | null>
  close(): Promise<void>
}

export interface StandbyOptions {
  readonly standbys: Connection
  /** What all connections of the pool have in common. */
  readonly pool: PoolOptions
  readonly askPrimary: (statement: Statement) => Promise<pg.QueryResult<LogPosition>>
  readonly onError: (error: Error) => void
}

/** Also for a free connection: rather than to wait for one, the primary is asked. */
const connectTimeoutMs = 1_000

export function openStandbyReads(options: StandbyOptions): StandbyReads {
  const { standbys, onError } = options
  const { hosts = [null], ...login } = standbys
  const pools = hosts.map((host) => openHostPool(login, host, options))
  const all = pools.map((pool, at) => openStandby(nameFor(hosts[at]), pool, onError))
  const readWritten = shareNext(readPosition)
  let isHiding = false
  let turn = 0

  async function readPosition(): Promise<LogPosition | undefined> {
    try {
      return (await options.askPrimary(selectWritten)).rows[0]
    } catch (error) {
      if (!isHidden(error)) throw error
      isHiding = true
      onError(
        new Error('no standby is read from: the primary hides its position', { cause: error }),
      )
      return undefined
    }
  }

  return {
    async read(statement) {
      if (isHiding) return null
      turn += 1
      const next = all.map((_, at) => all[(at + turn) % all.length])
      const standby = next.find((one) => one?.isRested() === true)
      if (standby === undefined) return null
      const written = await readWritten()
      return written === undefined ? null : standby.read(statement, written)
    },
    close: async () => void (await Promise.all(pools.map(endPool))),
  }
}

function openHostPool(
  login: Connection,
  host: Host | null,
  { pool, onError }: StandbyOptions,
): pg.Pool {
  const onLost = (error: Error) =>
    onError(new Error(`a connection to ${nameFor(host)} was lost`, { cause: error }))
  const limits = { connectionTimeoutMillis: connectTimeoutMs }
  return openPool(
    { ...pool, ...limits, ...(host === null ? login : withHost(login, host)) },
    onLost,
  )
}

/** The driver takes the host of an address first, and there that of its query. */
function withHost(login: Connection, { host, port }: Host): Connection {
  if (login.connectionString === undefined) return { ...login, host, port }
  const [address = '', search = ''] = login.connectionString.split('?', 2)
  const query = new URLSearchParams(search)
  query.set('host', host)
  query.set('port', String(port))
  return { ...login, connectionString: `${address}?${query}` }
}

function nameFor(host: Host | null | undefined): string {
  return host == null ? 'the standby of DATABASE_READ_URL' : nameOf(host)
}

/** Those who ask while it is being read share the next reading, which begins after they asked. */
function shareNext<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | null = null
  return () => {
    next ??= underWay.then(() => {
      next = null
      const reading = read()
      underWay = reading.catch(() => undefined) // Who shares it learns of its failure.
      return reading
    })
    return next
  }
}
