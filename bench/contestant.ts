import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import {
  countWaitingDocuments,
  deleteWaitingJobsOfTask,
} from '@bindery/server/test/support/queue.ts'
import { type BareServer, connected, startBareServer } from './bare/start.ts'
import { childrenMsOf, parentOf, processorMsOf } from './processor-time.ts'
import { type Seller, openSeller } from './seller.ts'
import { sell } from './stages.ts'
import { type BenchServer, startServer } from './start-server.ts'

/** What was used so far; processor time in milliseconds, null where the system does not report it. */
export interface Use {
  readonly statements: number
  readonly roundTrips: number
  readonly serverMs: number
  /** Of the thread that answers alone. */
  readonly mainMs: number
  readonly databaseMs: number | null
  /** Of the processes that make documents. */
  readonly documentsMs: number | null
}

/** A server that takes turns with others. */
export interface Contestant {
  readonly name: string
  readonly seller: Seller
  use(): Promise<Use>
  /** Leaves nothing to do behind that would run into the next one's turn. */
  rest(): Promise<void>
}

export interface PlatformContestant extends Contestant {
  readonly server: BenchServer
  /** How many documents wait to be made. */
  waitingDocuments(): Promise<number>
  stop(): Promise<void>
}

export async function startPlatform(
  name: string,
  options: {
    readonly connections: number
    readonly profile: string | null
    readonly checkout?: string
  },
): Promise<PlatformContestant> {
  const server = await startServer(options.profile, options.checkout)
  const { database } = server
  const databasePid = await findDatabase(database)
  const seller = openSeller(server.demo, 'cyber', options.connections)
  await untilPriced(seller)
  return {
    name,
    server,
    seller,
    use: async () => {
      const { cpuMs, ...counts } = await server.use()
      return {
        ...counts,
        serverMs: cpuMs,
        databaseMs: databasePid === null ? null : processorMsOf(databasePid),
        documentsMs: databasePid === null ? null : childrenMsOf(server.pid, databasePid),
      }
    },
    rest: () => dropDocuments(database),
    waitingDocuments: () => countDocuments(database),
    stop: async () => {
      await seller.close()
      await server.stop()
    },
  }
}

/** The bare server writes what a sale on the platform has written, in the platform's PostgreSQL. */
export async function startBare(
  platform: PlatformContestant,
  connections: number,
): Promise<Contestant & Pick<BareServer, 'stop'>> {
  const { database, demo } = platform.server
  const policyId = await sell(platform.seller, (_, step) => step())
  const bare = await startBareServer(database, policyId)
  const databasePid = await findDatabase(database)
  return {
    name: 'bare',
    seller: openSeller({ ...demo, base_url: bare.url }, 'cyber', connections),
    use: async () => {
      const { cpuMs, ...counts } = await bare.use()
      const databaseMs = databasePid === null ? null : processorMsOf(databasePid)
      return { ...counts, serverMs: cpuMs, databaseMs, documentsMs: 0 }
    },
    rest: async () => undefined,
    stop: () => bare.stop(),
  }
}

const priceTriesMax = 60

/** On a busy machine the prices of a server that has just started take a while to be compiled. */
async function untilPriced(seller: Seller): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await seller.quote()
      return
    } catch (error) {
      if (tried === priceTriesMax) throw error
      await sleep(1000)
    }
  }
}

function findDatabase(database: ClientConfig): Promise<number | null> {
  return connected(database, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0] === undefined ? null : parentOf(rows[0].pid)
  })
}

/** The documents of a turn must not be made in another one's, but for the few that are under way. */
export async function dropDocuments(database: ClientConfig): Promise<void> {
  await connected(database, (client) => client.query(deleteWaitingJobsOfTask('make_documents')))
}

async function countDocuments(database: ClientConfig): Promise<number> {
  return connected(database, async (client) => {
    const { rows } = await client.query<{ count: number }>(countWaitingDocuments)
    return rows[0]?.count ?? 0
  })
}
