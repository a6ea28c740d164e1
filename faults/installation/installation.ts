import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../bench/free-port.ts'
import { findPlace } from '../../server/src/database/embedded/cluster-place.ts'
import { type DemoFile, readDemoFile } from '../../server/src/demo/index.ts'
import type { Ledger } from '../ledger.ts'
import { type FaultyDatabase, databaseIn } from './database.ts'
import { type Entry, type KeptProcess, keepProcess } from './kept-process.ts'
import { keepOwnPostgres } from './own-postgres.ts'

/** How the platform is run. Both ways are documented, so both are killed. */
export const topologies = ['apart', 'together'] as const
export type Topology = (typeof topologies)[number]

/** The platform under test: real processes on a real PostgreSQL with durability on. */
export interface Installation {
  readonly topology: Topology
  readonly demo: DemoFile
  readonly sandboxSecret: Uint8Array
  readonly database: FaultyDatabase
  readonly processes: readonly KeptProcess[]
  readonly servers: readonly [KeptProcess, ...KeptProcess[]]
  readonly workers: readonly KeptProcess[]
  stop(): Promise<void>
}

export interface InstallationOptions {
  readonly folder: string
  readonly ledger: Ledger
}

/** The product that is sold; the other examples would only take time to start with. */
export const productKey = 'cyber'
const productFolder = fileURLToPath(new URL(`../../examples/${productKey}`, import.meta.url))
const lookAgainMs = 50
const firstStartTimeoutMs = 120_000
const secretBytes = 32
/** Every customer buys with one of two keys, and everybody comes from one address. */
const requestsPerMinuteMax = 1_000_000_000

export async function openInstallation(
  topology: Topology,
  options: InstallationOptions,
): Promise<Installation> {
  switch (topology) {
    case 'apart':
      return openApart(options)
    case 'together':
      return openTogether(options)
  }
}

/** `npm start`: one process that serves, works and runs its own PostgreSQL. */
async function openTogether(options: InstallationOptions): Promise<Installation> {
  const { env, dataDir, sandboxSecret } = await prepare(options)
  const all = keepProcess({
    ...options,
    name: 'start',
    entry: 'start',
    port: await freePort(),
    env,
  })
  all.keep()
  await untilUp(all).catch(orStop(() => all.rest()))
  const { cluster } = await findPlace(dataDir, () => undefined)
  return {
    topology: 'together',
    demo: await theDemo(dataDir),
    sandboxSecret,
    database: databaseIn(cluster),
    processes: [all],
    servers: [all],
    workers: [all],
    stop: () => all.rest(),
  }
}

/** Two processes that serve and two that work, on a PostgreSQL that is none of their business. */
async function openApart(options: InstallationOptions): Promise<Installation> {
  const { env, dataDir, sandboxSecret } = await prepare(options)
  const postgres = await keepOwnPostgres(dataDir)
  const settings = {
    ...env,
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: `one:${randomBytes(secretBytes).toString('base64')}`,
  }
  const keep = async (name: string, entry: Entry) =>
    keepProcess({ ...options, name, entry, port: await freePort(), env: settings })
  // The first start makes the demo: accounts, keys and products.
  const first = await keep('first', 'start')
  first.keep()
  await untilUp(first).catch(
    orStop(async () => {
      await first.rest()
      await postgres.stop()
    }),
  )
  await first.rest()
  const servers = [await keep('serve-1', 'serve'), await keep('serve-2', 'serve')] as const
  const workers = [await keep('work-1', 'work'), await keep('work-2', 'work')]
  const processes = [...servers, ...workers]
  const stop = async () => {
    await Promise.all(processes.map((one) => one.rest()))
    await postgres.stop()
  }
  for (const one of processes) one.keep()
  await Promise.all(processes.map(untilUp)).catch(orStop(stop))
  return {
    topology: 'apart',
    demo: await theDemo(dataDir),
    sandboxSecret,
    database: postgres,
    processes,
    servers,
    workers,
    stop,
  }
}

async function prepare({ folder }: InstallationOptions) {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  // As root, PostgreSQL runs as another user, who must get in.
  for (const path of [folder, dataDir]) await chmod(path, 0o755)
  const examplesDir = join(folder, 'examples')
  await cp(productFolder, join(examplesDir, productKey), { recursive: true })
  const sandboxSecret = randomBytes(secretBytes)
  const env = {
    DATA_DIR: dataDir,
    EXAMPLES_DIR: examplesDir,
    SANDBOX_SECRET: `whsec_${sandboxSecret.toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
    ADDRESS_LIMIT_PER_MINUTE: String(requestsPerMinuteMax),
  }
  return { env, dataDir, sandboxSecret }
}

async function untilUp(kept: KeptProcess): Promise<void> {
  const giveUpAt = performance.now() + firstStartTimeoutMs
  while (!kept.isUp()) {
    if (performance.now() > giveUpAt) throw new Error(`${kept.name} did not start; see its log`)
    await sleep(lookAgainMs)
  }
}

/** Leaves nothing running that did not start as it should. */
function orStop(stop: () => Promise<void>): (error: unknown) => Promise<never> {
  return async (error) => {
    await stop()
    throw error
  }
}

async function theDemo(dataDir: string): Promise<DemoFile> {
  const file = await readDemoFile(dataDir)
  if (file === null) throw new Error('the first start writes demo.json')
  return file
}
