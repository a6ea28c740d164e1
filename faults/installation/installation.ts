import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPlace } from '@bindery/server/src/database/embedded/cluster-place.ts'
import { platformDatabase, platformRole } from '@bindery/server/src/database/embedded/provision.ts'
import { type DemoFile, readDemoFile } from '@bindery/server/src/demo/index.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import type { Ledger } from '../ledger.ts'
import { type FaultyDatabase, databaseIn } from './database.ts'
import { type Founding, copyFounding } from './founding.ts'
import { type Entry, type KeptProcess, keepProcess } from './kept-process.ts'
import { type Line, openLine } from './line.ts'
import { keepOwnPostgres } from './own-postgres.ts'
import { type SetClock, clockOf } from './set-clock.ts'
import { untilUp } from './until-up.ts'

/** How the platform is run. Both ways are documented, so both are killed. */
export const topologies = ['apart', 'together'] as const
export type Topology = (typeof topologies)[number]

/** The platform under test: real processes on a real PostgreSQL with durability on. */
export interface Installation {
  readonly topology: Topology
  readonly demo: DemoFile
  readonly sandboxSecret: Uint8Array
  readonly database: FaultyDatabase
  /** A small disk that has the data folder alone, and may be filled. */
  readonly disk: string | null
  readonly processes: readonly KeptProcess[]
  readonly servers: readonly [KeptProcess, ...KeptProcess[]]
  readonly workers: readonly KeptProcess[]
  /** Between each process and the database; none where they are one. */
  readonly lines: readonly Line[]
  /** Of its processes, by their names; none where nobody sets them. */
  readonly clocks: ReadonlyMap<string, SetClock>
  /** What the settings of all processes have in common. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export interface InstallationOptions {
  readonly folder: string
  readonly founding: Founding
  readonly ledger: Ledger
  /** Where the data folder is to be, apart from ledger and logs; by default beside them. */
  readonly disk?: string | null
  /** Settings beside those of the founding. */
  readonly env?: Readonly<Record<string, string>>
  /** For tests: nobody shares out the load, so nobody has to know of a stop before it happens. */
  readonly isHurried: boolean
  /** The folder of the release that all processes begin with; by default this one. */
  readonly code?: string
}

export async function openInstallation(
  topology: Topology,
  options: InstallationOptions,
): Promise<Installation> {
  await chmod(options.folder, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  switch (topology) {
    case 'apart':
      return openApart(options)
    case 'together':
      return openTogether(options)
  }
}

/** `npm start`: one process that serves, works and runs its own PostgreSQL. */
async function openTogether(options: InstallationOptions): Promise<Installation> {
  const { founding, disk = null } = options
  const dataDir = await copyFounding(founding, disk ?? options.folder)
  const env = { ...founding.env, ...options.env, ...haste(options), DATA_DIR: dataDir }
  const port = await freePort()
  const clock = clockOf('start', options.folder)
  const all = keepProcess({
    ...options,
    name: 'start',
    entry: 'start',
    port,
    env: { ...env, ...clock.env },
  })
  all.keep(options.code)
  await untilUp(all).catch(orStop(() => all.rest()))
  const { cluster } = await findPlace(dataDir, () => undefined)
  return {
    topology: 'together',
    demo: await theDemo(dataDir),
    sandboxSecret: founding.sandboxSecret,
    database: databaseIn(cluster),
    disk,
    processes: [all],
    servers: [all],
    workers: [all],
    lines: [],
    clocks: new Map([[all.name, clock]]),
    env,
    stop: () => all.rest(),
  }
}

/** Two processes that serve and two that work, on a PostgreSQL that is none of their business. */
async function openApart(options: InstallationOptions): Promise<Installation> {
  const { founding, disk = null } = options
  const dataDir = await copyFounding(founding, disk ?? options.folder)
  const postgres = await keepOwnPostgres(dataDir)
  const env = {
    ...founding.env,
    ...options.env,
    ...haste(options),
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: (await readFile(join(dataDir, 'encryption.key'), 'utf8')).trim(),
  }
  const lines: Line[] = []
  const clocks = new Map<string, SetClock>()
  const keep = async (name: string, entry: Entry) => {
    const line = await openLine(name, postgres.socket)
    const clock = clockOf(name, options.folder)
    lines.push(line)
    clocks.set(name, clock)
    const own = { ...clock.env, DATABASE_URL: addressAt(line) }
    const port = await freePort()
    return keepProcess({ ...options, name, entry, port, env: { ...env, ...own } })
  }
  const servers = [await keep('serve-1', 'serve'), await keep('serve-2', 'serve')] as const
  const workers = [await keep('work-1', 'work'), await keep('work-2', 'work')]
  const processes = [...servers, ...workers]
  const stop = async () => {
    await Promise.all(processes.map((one) => one.rest()))
    await Promise.all(lines.map((line) => line.close()))
    await postgres.stop()
  }
  for (const one of processes) one.keep(options.code)
  await Promise.all(processes.map(untilUp)).catch(orStop(stop))
  return {
    topology: 'apart',
    demo: await theDemo(dataDir),
    sandboxSecret: founding.sandboxSecret,
    database: postgres,
    disk,
    processes,
    servers,
    workers,
    lines,
    clocks,
    env,
    stop,
  }
}

function addressAt({ host, port }: Line): string {
  return `postgres://${platformRole}@${host}:${port}/${platformDatabase}`
}

function haste({ isHurried }: InstallationOptions): Record<string, string> {
  return isHurried ? { STOP_DELAY_SECONDS: '0' } : {}
}

/** Leaves nothing running that did not start as it should. */
function orStop(stop: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await stop()
    throw error
  }
}

export async function theDemo(dataDir: string): Promise<DemoFile> {
  const file = await readDemoFile(dataDir)
  if (file === null) throw new Error('the first start writes demo.json')
  return file
}
