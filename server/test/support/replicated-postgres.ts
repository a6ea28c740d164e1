import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type QueryResultRow } from 'pg'
import { type ClusterPlace, findPlace } from '../../src/database/embedded/cluster-place.ts'
import { ensureCluster, superuser } from '../../src/database/embedded/create-cluster.ts'
import { giveTo } from '../../src/database/embedded/database-user.ts'
import { closeEndpoint, openEndpoint } from '../../src/database/embedded/endpoint.ts'
import type { Endpoint } from '../../src/database/embedded/endpoint.ts'
import { prepareBinaries } from '../../src/database/embedded/platform-binaries.ts'
import { platformDatabase, platformRole, provision } from '../../src/database/embedded/provision.ts'
import { spawnAs } from '../../src/database/embedded/run-program.ts'
import { type Durability, serverArguments } from '../../src/database/embedded/settings.ts'

/** One PostgreSQL of several that replicate, from the embedded binaries. */
export interface ReplicaNode {
  readonly name: string
  readonly endpoint: Endpoint
  readonly place: ClusterPlace
  /** Runs a statement as superuser, on a connection of its own. */
  ask<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  start(): Promise<void>
  /** As if its machine lost its power: every process of it at once. */
  kill(): Promise<void>
  /** As if its machine stood still: nothing is refused, nothing answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  stop(): Promise<void>
}

const quiet = () => undefined // A failure to start is thrown.
const lookAgainMs = 20
const startTimeoutMs = 120_000
const connectTimeoutMs = 5_000
const answerTimeoutMs = 60_000

/** What replication needs beside the settings of the embedded server. */
const replication = {
  wal_level: 'replica',
  max_wal_senders: 10,
  wal_keep_size: '512MB',
  hot_standby: 'on',
  synchronous_commit: 'on',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '200ms',
}

/** A node whose cluster lies under the folder, and is made where there is none. */
export async function openNode(options: {
  readonly name: string
  readonly dataDir: string
  readonly durability: Durability
}): Promise<ReplicaNode> {
  const { name, dataDir, durability } = options
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  const place = await findPlace(dataDir, quiet)
  const binaries = await prepareBinaries(place, quiet)
  const endpoint = await openEndpoint(place)
  const log = openSync(join(dataDir, `${name}.log`), 'a')
  let child: ChildProcess | null = null

  async function ask<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
    const client = new Client({
      ...endpoint,
      user: superuser,
      database: 'postgres',
      application_name: 'replica harness',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: answerTimeoutMs,
    })
    client.on('error', () => undefined) // The statement fails with it.
    try {
      await client.connect()
      return (await client.query<Row>(text, [...values])).rows
    } finally {
      await client.end().catch(() => undefined) // It may be gone already.
    }
  }

  async function start(): Promise<void> {
    await ensureCluster(place, binaries, durability)
    const settings = Object.entries(replication).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ])
    const started = spawn(
      binaries.postgres,
      [...serverArguments(place.cluster, endpoint, durability), ...settings],
      { ...spawnAs(place.user), stdio: ['ignore', log, log] },
    )
    child = started
    started.once('exit', () => {
      if (child === started) child = null
    })
    const giveUpAt = performance.now() + startTimeoutMs
    for (;;) {
      try {
        await ask('select 1')
        return
      } catch (error) {
        if (started.exitCode !== null || performance.now() > giveUpAt) {
          throw new Error(`${name} did not start; see its log in ${dataDir}`, { cause: error })
        }
        await sleep(lookAgainMs)
      }
    }
  }

  /** The postmaster first, so that it starts no more; afterwards its processes have no parent. */
  async function signalAll(...signals: readonly NodeJS.Signals[]): Promise<readonly number[]> {
    const postmaster = child?.pid
    if (postmaster === undefined) return []
    send(postmaster, signals.includes('SIGCONT') ? 'SIGCONT' : 'SIGSTOP')
    const all = [postmaster, ...(await childrenOf(postmaster))]
    for (const signal of signals) for (const pid of all) send(pid, signal)
    return all
  }

  return {
    name,
    endpoint,
    place,
    ask,
    start,
    kill: async () => {
      const ending = child
      // Stopped first: its processes could answer or restart each other while they are killed.
      const exit = ending === null ? Promise.resolve() : once(ending, 'exit')
      const killed = await signalAll('SIGSTOP', 'SIGKILL')
      await exit
      while ((await Promise.all(killed.map(isRunning))).includes(true)) await sleep(lookAgainMs)
    },
    freeze: async () => void (await signalAll('SIGSTOP')),
    thaw: async () => void (await signalAll('SIGCONT')),
    stop: async () => {
      const ending = child
      if (ending !== null && ending.exitCode === null && ending.signalCode === null) {
        await signalAll('SIGCONT')
        ending.kill('SIGINT')
        await once(ending, 'exit')
      }
      await closeEndpoint(endpoint)
    },
  }
}

/** Creates the platform's roles and database, as an embedded server does at its start. */
export async function provisionNode({ endpoint }: Pick<ReplicaNode, 'endpoint'>): Promise<void> {
  const client = new Client({ ...endpoint, user: superuser, database: 'postgres' })
  await client.connect()
  try {
    await provision(client, undefined)
  } finally {
    await client.end()
  }
}

/** Makes the node a standby of the primary, from a fresh copy of it, and starts it. */
export async function followPrimary(primary: ReplicaNode, standby: ReplicaNode): Promise<void> {
  const { cluster, user } = standby.place
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { recursive: true })
  await chmod(cluster, 0o700)
  await giveTo(user, cluster)
  const session = new Client({ ...primary.endpoint, user: superuser, database: 'postgres' })
  await session.connect()
  try {
    await session.query(`select pg_backup_start('standby', true)`)
    await copyFiles(primary.place.cluster, cluster)
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await writeOwned(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
  } finally {
    await session.end()
  }
  const { host, port } = primary.endpoint
  const source = `host=${host} port=${port} user=${superuser} application_name=${standby.name}`
  await writeOwned(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await writeOwned(join(cluster, 'standby.signal'), '')
  await standby.start()

  async function writeOwned(path: string, text: string): Promise<void> {
    await writeFile(path, text, { mode: 0o600 })
    await giveTo(user, path)
  }
}

/** Commits of the primary wait for the standby from now on; resolves when it has caught up. */
export async function makeSynchronous(primary: ReplicaNode, standby: ReplicaNode): Promise<void> {
  await setSynchronous(primary, standby.name)
  const giveUpAt = performance.now() + startTimeoutMs
  for (;;) {
    const [row] = await primary.ask<{ count: number }>(
      `select count(*)::int from pg_stat_replication
       where application_name = $1 and state = 'streaming' and sync_state = 'sync'`,
      [standby.name],
    )
    if (row?.count === 1) return
    if (performance.now() > giveUpAt) throw new Error(`${standby.name} does not catch up`)
    await sleep(lookAgainMs)
  }
}

export async function setSynchronous(primary: ReplicaNode, names: string): Promise<void> {
  await primary.ask(`alter system set synchronous_standby_names = '${names}'`)
  await primary.ask('select pg_reload_conf()')
}

export async function promote(standby: ReplicaNode): Promise<void> {
  await standby.ask('select pg_promote(true, 60)')
}

/** For DATABASE_URL: all nodes, in this sequence. */
export function addressOf(nodes: readonly ReplicaNode[]): string {
  const hosts = nodes.map(({ endpoint }) => encodeURIComponent(endpoint.host)).join(',')
  const ports = nodes.map(({ endpoint }) => endpoint.port).join(',')
  return `postgres://${platformRole}@/${platformDatabase}?host=${hosts}&port=${ports}`
}

/** All but the log, which the standby streams. A file that changes meanwhile is what the log is for. */
async function copyFiles(from: string, to: string): Promise<void> {
  const script = `tar -C "$1" --exclude='./pg_wal/*' --exclude=./postmaster.pid --exclude=./postmaster.opts -c . | tar -C "$2" -x; mkdir -p "$2/pg_wal"`
  await promisify(execFile)('/bin/sh', ['-c', script, 'sh', from, to])
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') // It has just ended.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? pid : []
    }),
  )
  return found.flat()
}

/** A killed process holds its memory until it is gone; a zombie holds none. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null) // It is gone.
  return stat !== null && !/\) [ZX]/.test(stat)
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself in this very moment.
  }
}
