import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import type { Endpoint } from '@bindery/server/src/database/embedded/endpoint.ts'
import { platformDatabase } from '@bindery/server/src/database/embedded/provision.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import {
  addressOf,
  followPrimary,
  makeSynchronous,
  openNode,
  promote,
  setSynchronous,
} from '@bindery/server/test/support/replicated-postgres.ts'
import pg from 'pg'
import { type FaultyDatabase, harnessName } from '../installation/database.ts'
import { copyFounding } from '../installation/founding.ts'
import {
  type Installation,
  type InstallationOptions,
  theDemo,
} from '../installation/installation.ts'
import { type Entry, keepProcess } from '../installation/kept-process.ts'
import { untilUp } from '../installation/until-up.ts'
import type { Random } from '../random.ts'

/** An installation whose database is lost again and again. */
export interface Replicated extends Installation {
  readonly failoverKinds: readonly [FailoverKind, ...FailoverKind[]]
  /** Loses the primary in this way, and resolves when another one takes writes. */
  lose(kind: FailoverKind, random: Random): Promise<Lost>
  /** Whether commits wait for the standby from now on; null where that is decided by others. */
  readonly waitForStandby: ((isOn: boolean) => Promise<void>) | null
}

/** What is known of a loss when the new primary takes writes. */
export interface Lost {
  readonly at: string
  readonly lost: string
  readonly promoted: string
  readonly lostMs: number
  readonly promotedMs: number
  readonly timeline: number
  /** Makes the lost one a standby of the new primary; resolves when commits wait for it. */
  rebuild(): Promise<void>
}

export type FailoverKind = 'killed' | 'frozen' | 'switched over'

/** Somebody who watches the primary takes this long to be sure that it is gone. */
const noticeMaxMs = 1_000
/** How long a frozen primary runs on beside the new one before it is rebuilt. */
const twoPrimariesMs = 1_500
const answerTimeoutMs = 30_000

/** A primary with a synchronous standby of the embedded binaries, which the drill itself promotes. */
export async function openReplicated(options: InstallationOptions): Promise<Replicated> {
  const { founding, folder } = options
  const dataDir = await copyFounding(founding, folder)
  let [primary, standby] = [
    await openNode({ name: 'a', dataDir, durability: 'full' }),
    await openNode({ name: 'b', dataDir: join(folder, 'b'), durability: 'full' }),
  ]
  const nodes = [primary, standby] as const
  await primary.start()
  await followPrimary(primary, standby)
  await makeSynchronous(primary, standby)
  const installation = await openOnHosts(options, {
    dataDir,
    address: addressOf(nodes),
    ask: (statement, values) => askPlatform(primary.endpoint, statement, values),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  })
  return {
    ...installation,
    failoverKinds: ['killed', 'frozen'],
    waitForStandby: (isOn) =>
      isOn ? makeSynchronous(primary, standby) : setSynchronous(primary, ''),
    async lose(kind, random) {
      const [lost, promoted] = [primary, standby]
      const at = new Date().toISOString()
      const lostMs = performance.now()
      if (kind === 'killed') await lost.kill()
      else await lost.freeze()
      await sleep(random.between(0, noticeMaxMs))
      await promote(promoted)
      const promotedMs = performance.now()
      ;[primary, standby] = [promoted, lost]
      return {
        at,
        lost: lost.name,
        promoted: promoted.name,
        lostMs,
        promotedMs,
        timeline: await timelineOf(promoted.endpoint),
        async rebuild() {
          if (kind === 'frozen') {
            await lost.thaw()
            await sleep(twoPrimariesMs)
            await lost.kill()
          }
          await followPrimary(promoted, lost)
          await makeSynchronous(promoted, lost)
        },
      }
    },
  }
}

interface Hosts {
  /** Of the founding, with its demo and its key. */
  readonly dataDir: string
  /** For DATABASE_URL: all hosts. */
  readonly address: string
  readonly ask: FaultyDatabase['ask']
  readonly stop: () => Promise<void>
}

/** Two servers and two workers on these hosts. */
export async function openOnHosts(
  options: InstallationOptions,
  { dataDir, address, ask, stop: stopHosts }: Hosts,
): Promise<Installation> {
  const { founding } = options
  const env = {
    ...founding.env,
    ...(options.isHurried ? { STOP_DELAY_SECONDS: '0' } : {}),
    DATA_DIR: dataDir,
    DATABASE_URL: address,
    // Whichever of them is the standby.
    DATABASE_READ_URL: address,
    ENCRYPTION_KEYS: (await readFile(join(dataDir, 'encryption.key'), 'utf8')).trim(),
  }
  const keep = async (name: string, entry: Entry) =>
    keepProcess({ ...options, name, entry, port: await freePort(), env })
  const servers = [await keep('serve-1', 'serve'), await keep('serve-2', 'serve')] as const
  const workers = [await keep('work-1', 'work'), await keep('work-2', 'work')]
  const processes = [...servers, ...workers]
  const stop = async () => {
    await Promise.all(processes.map((one) => one.rest()))
    await stopHosts()
  }
  for (const one of processes) one.keep()
  try {
    await Promise.all(processes.map(untilUp))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    topology: 'apart',
    demo: await theDemo(dataDir),
    sandboxSecret: founding.sandboxSecret,
    database: {
      postmaster: () => Promise.resolve(null), // The drill itself kills, by node.
      ask,
    },
    disk: null,
    processes,
    servers,
    workers,
    lines: [],
    clocks: new Map(),
    env,
    stop,
  }
}

export async function timelineOf(endpoint: Endpoint): Promise<number> {
  const [row] = await askPlatform<{ timeline: number }>(
    endpoint,
    `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
  )
  return row?.timeline ?? 0
}

export async function askPlatform<Row extends pg.QueryResultRow>(
  endpoint: Endpoint,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    ...endpoint,
    user: superuser,
    database: platformDatabase,
    application_name: harnessName,
    query_timeout: answerTimeoutMs,
  })
  client.on('error', () => undefined) // The statement fails with it.
  try {
    await client.connect()
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end().catch(() => undefined) // It may be gone already.
  }
}
