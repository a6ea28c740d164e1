import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { platformDatabase } from '@bindery/server/src/database/embedded/provision.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import {
  type ReplicaNode,
  addressOf,
  followPrimary,
  makeSynchronous,
  openNode,
} from '@bindery/server/test/support/replicated-postgres.ts'
import pg from 'pg'
import { harnessName } from '../installation/database.ts'
import { copyFounding } from '../installation/founding.ts'
import {
  type Installation,
  type InstallationOptions,
  theDemo,
} from '../installation/installation.ts'
import { type Entry, keepProcess } from '../installation/kept-process.ts'
import { untilUp } from '../installation/until-up.ts'

/** Two servers and two workers on a primary with a synchronous standby. */
export interface Replicated extends Installation {
  primary(): ReplicaNode
  standby(): ReplicaNode
  /** From now on the other one is the primary. */
  swap(): void
}

const answerTimeoutMs = 30_000

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
  const env = {
    ...founding.env,
    ...(options.isHurried ? { STOP_DELAY_SECONDS: '0' } : {}),
    DATA_DIR: dataDir,
    DATABASE_URL: addressOf(nodes),
    // Whichever of them is the standby.
    DATABASE_READ_URL: addressOf(nodes),
    ENCRYPTION_KEYS: (await readFile(join(dataDir, 'encryption.key'), 'utf8')).trim(),
  }
  const keep = async (name: string, entry: Entry) =>
    keepProcess({ ...options, name, entry, port: await freePort(), env })
  const servers = [await keep('serve-1', 'serve'), await keep('serve-2', 'serve')] as const
  const workers = [await keep('work-1', 'work'), await keep('work-2', 'work')]
  const processes = [...servers, ...workers]
  const stop = async () => {
    await Promise.all(processes.map((one) => one.rest()))
    await Promise.all(nodes.map((node) => node.stop()))
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
      ask: (statement, values) => askPlatform(primary, statement, values),
    },
    disk: null,
    processes,
    servers,
    workers,
    lines: [],
    clocks: new Map(),
    env,
    stop,
    primary: () => primary,
    standby: () => standby,
    swap: () => {
      ;[primary, standby] = [standby, primary]
    },
  }
}

async function askPlatform<Row extends pg.QueryResultRow>(
  { endpoint }: ReplicaNode,
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
