import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { chooseDatabaseUser, giveTo } from '@bindery/server/src/database/embedded/database-user.ts'
import { platformDatabase, platformRole } from '@bindery/server/src/database/embedded/provision.ts'
import { migrateJobs } from '@bindery/server/src/jobs/index.ts'
import {
  dumpDatabase,
  restoreJobs,
  restoreTables,
} from '@bindery/server/test/releases/dump-database.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { openNode, provisionNode } from '@bindery/server/test/support/replicated-postgres.ts'
import pg from 'pg'
import {
  type FailoverKind,
  type Replicated,
  askPlatform,
  openOnHosts,
  timelineOf,
} from '../drill/replicated.ts'
import { copyFounding } from '../installation/founding.ts'
import type { InstallationOptions } from '../installation/installation.ts'
import { type PatroniNode, openPatroniNode } from './patroni-node.ts'
import { endProgram, findBinaries, startProgram } from './program.ts'

const failoverKinds: readonly [FailoverKind, ...FailoverKind[]] = [
  'killed',
  'frozen',
  'switched over',
]
const lookAgainMs = 50
const leaderTimeoutMs = 600_000

/** Two nodes of Patroni with an etcd. Patroni alone decides who is the primary. */
export async function openPatroni(options: InstallationOptions): Promise<Replicated> {
  const folder = join(options.folder, 'patroni')
  const binaries = await findBinaries()
  const user = await chooseDatabaseUser()
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  await giveTo(user, folder)
  const etcdPort = await freePort()
  const etcd = await startEtcd(folder, etcdPort)
  const open = (name: string) => openPatroniNode({ name, folder, etcdPort, binaries, user })
  const nodes: readonly [PatroniNode, PatroniNode] = [await open('a'), await open('b')]
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await endProgram(etcd)
  }
  /** Whoever it is: on a busy machine Patroni may promote without a loss of ours. */
  const roles = async (): Promise<{ leader: PatroniNode; other: PatroniNode }> => {
    const [first, second] = nodes
    for (;;) {
      if (await first.isLeader()) return { leader: first, other: second }
      if (await second.isLeader()) return { leader: second, other: first }
      await sleep(lookAgainMs)
    }
  }
  try {
    const [first, second] = nodes
    await first.start()
    await until('there is no leader', () => first.isLeader())
    const dataDir = await moveFounding(options, first)
    await second.start()
    await untilSynchronous(first, second)
    const installation = await openOnHosts(options, {
      dataDir,
      address: `postgres://${platformRole}@${nodes.map(addressOf).join(',')}/${platformDatabase}`,
      ask: async (statement, values) => {
        const { leader } = await roles()
        return askPlatform(leader.endpoint, statement, values)
      },
      stop,
    })
    return { ...installation, failoverKinds, lose, waitForStandby: null }
  } catch (error) {
    await stop()
    throw error
  }

  async function startEtcd(parent: string, port: number) {
    const url = `http://127.0.0.1:${port}`
    const peer = `http://127.0.0.1:${await freePort()}`
    const parameters = {
      'data-dir': join(parent, 'etcd'),
      'listen-client-urls': url,
      'advertise-client-urls': url,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
    }
    const given = Object.entries(parameters).map(([name, value]) => `--${name}=${value}`)
    return startProgram('etcd', given, join(parent, 'etcd.log'), user)
  }

  async function lose(kind: FailoverKind): ReturnType<Replicated['lose']> {
    const { leader: lost, other: promoted } = await roles()
    await untilSynchronous(lost, promoted)
    const at = new Date().toISOString()
    const lostMs = performance.now()
    if (kind === 'killed') await lost.kill()
    else if (kind === 'frozen') await lost.freeze()
    else await promoted.switchOver()
    await until(`${promoted.name} is not promoted`, () => promoted.isLeader())
    const promotedMs = performance.now()
    return {
      at,
      lost: lost.name,
      promoted: promoted.name,
      lostMs,
      promotedMs,
      timeline: await timelineOf(promoted.endpoint),
      async rebuild() {
        if (kind === 'killed') await lost.start()
        if (kind === 'frozen') await lost.thaw()
        await untilSynchronous(promoted, lost)
      },
    }
  }
}

const addressOf = ({ endpoint }: PatroniNode) => `${endpoint.host}:${endpoint.port}`

/** The founding has PostgreSQL's own files of another version, so its rows are moved. */
async function moveFounding(options: InstallationOptions, to: PatroniNode): Promise<string> {
  const dataDir = await copyFounding(options.founding, options.folder)
  const node = await openNode({ name: 'founding', dataDir, durability: 'none' })
  await node.start()
  const dump = await onDatabase({ ...node.endpoint, user: superuser }, dumpDatabase)
  await node.stop()
  await provisionNode(to)
  const { endpoint } = to
  await onDatabase({ ...endpoint, user: superuser }, (client) =>
    restoreTables(client, dump, platformRole),
  )
  await migrateJobs({ ...endpoint, user: platformRole, database: platformDatabase })
  await onDatabase({ ...endpoint, user: platformRole }, (client) => restoreJobs(client, dump))
  return dataDir
}

async function onDatabase<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...connection, database: platformDatabase })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Patroni lets nobody else be promoted. */
async function untilSynchronous(primary: PatroniNode, standby: PatroniNode): Promise<void> {
  await until(`${standby.name} does not catch up`, async () => {
    const rows = await askPlatform<{ name: string }>(
      primary.endpoint,
      `select application_name as name from pg_stat_replication
       where state = 'streaming' and sync_state in ('sync', 'quorum')`,
    ).catch(() => [])
    return rows.some(({ name }) => name === standby.name)
  })
}

async function until(complaint: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + leaderTimeoutMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(complaint)
    await sleep(lookAgainMs)
  }
}
