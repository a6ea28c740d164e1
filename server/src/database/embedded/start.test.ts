import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/server-process.ts'
import { closeEndpoint } from './endpoint.ts'
import type { EmbeddedConnection } from './index.ts'
import { ended, living, readPostmaster } from './postmaster.ts'
import type { RecordedPostmaster } from './postmaster.ts'
import { processStart } from './process-start.ts'

interface Message {
  readonly ready?: EmbeddedConnection
  readonly cluster?: string
  readonly failed?: string
  readonly died?: string
}

/** A Bindery that starts PostgreSQL on a folder, in a process that a test may kill. */
interface Instance {
  readonly process: ChildProcess
  readonly pid: number
  next(): Promise<Message>
}

const program = fileURLToPath(new URL('test-instance.ts', import.meta.url))
const asRoot = process.getuid?.() === 0

let preparedFolder: string
let dataDir: string
let cluster: string
let instances: Instance[] = []

beforeAll(async () => {
  preparedFolder = await temporaryFolder()
  use(preparedFolder)
  const instance = start()
  await started(instance)
  await kill(instance, 'SIGTERM')
})

// Most stories begin with a database that is there already, because making one takes a while.
beforeEach(() => use(preparedFolder))

afterEach(async () => {
  for (const instance of instances) await kill(instance)
  instances = []
  await killServer()
  if (dataDir !== preparedFolder) await remove(dataDir)
})

afterAll(() => remove(preparedFolder))

async function useEmptyFolder(): Promise<void> {
  use(await temporaryFolder())
}

function use(folder: string): void {
  dataDir = folder
  cluster = join(folder, 'postgres')
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

function start(durability: 'full' | 'none' = 'none'): Instance {
  const child = spawn(process.execPath, [program, dataDir, durability], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Message> => {
    for (;;) {
      const line = await lines.next()
      if (line.done) throw new Error('the instance ended without a word')
      // The program is ours and speaks JSON of this shape only.
      const message = JSON.parse(line.value) as Message & { log?: string }
      if (message.log === undefined) return message
    }
  }
  const instance = { process: child, pid: child.pid ?? 0, next }
  instances.push(instance)
  return instance
}

async function started(instance: Instance): Promise<EmbeddedConnection> {
  const message = await instance.next()
  if (!message.ready) throw new Error(message.failed ?? 'not ready')
  return message.ready
}

async function kill({ process: child }: Instance, signal: NodeJS.Signals = 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Kills PostgreSQL under a Bindery that lives. */
async function killServer(): Promise<void> {
  const recorded = await readPostmaster(cluster)
  const server = recorded && living(recorded, cluster)
  if (!server) return
  process.kill(server.pid, 'SIGKILL')
  await ended(server, 5_000)
}

/** And when Bindery was killed before, nobody is left to tidy up. */
async function killOrphan(): Promise<void> {
  const recorded = await readPostmaster(cluster)
  await killServer()
  if (recorded) await closeEndpoint(recorded)
}

async function query(connection: EmbeddedConnection, text: string): Promise<unknown[]> {
  const client = new Client({ ...connection })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function answers(connection: EmbeddedConnection): Promise<boolean> {
  try {
    return (await query(connection, 'select 1 as one')).length === 1
  } catch {
    return false // Not yet.
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}

test('after kill -9 of Bindery the next start goes on with the same server and all its data', async () => {
  const first = start('full')
  await query(await started(first), 'create table sold (id int); insert into sold values (7)')
  const before = await readPostmaster(cluster)
  await kill(first)
  const connection = await started(start('full'))
  expect(await query(connection, 'select id from sold')).toEqual([{ id: 7 }])
  expect(await readPostmaster(cluster)).toEqual(before)
})

test('after kill -9 of Bindery and PostgreSQL what was committed is still there', async () => {
  const first = start('full')
  await query(
    await started(first),
    'create table policies (id int); insert into policies values (7)',
  )
  await kill(first)
  await killOrphan()
  const connection = await started(start('full'))
  expect(await query(connection, 'select id from policies')).toEqual([{ id: 7 }])
})

test('an orphan that was started with other settings is replaced', async () => {
  const first = start('none')
  await started(first)
  await kill(first)
  expect(await query(await started(start('full')), 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('a second instance is refused with the process that holds the folder, and the first goes on', async () => {
  const first = start()
  const connection = await started(first)
  const refusal = (await start().next()).failed
  expect(refusal).toContain(`process ${first.pid}`)
  expect(refusal).toContain('DATA_DIR')
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('of two that start at the same moment on an empty folder one wins and one is refused', async () => {
  await useEmptyFolder()
  const both = [start(), start()]
  const messages = await Promise.all(both.map((instance) => instance.next()))
  const winner = both[messages.findIndex((message) => message.ready)]
  expect(messages.filter((message) => message.ready)).toHaveLength(1)
  expect(messages.find((message) => message.failed)?.failed).toContain(`process ${winner?.pid}`)
})

test('a first start killed while it makes the database is begun anew', async () => {
  await useEmptyFolder()
  const first = start()
  const halfMade = async () =>
    (await readdir(dataDir)).find((name) => name.startsWith('postgres.new-'))
  await until(async () => {
    const half = await halfMade()
    return half !== undefined && (await readdir(join(dataDir, half))).length > 3
  })
  await kill(first)
  expect(await readdir(dataDir)).not.toContain('postgres')
  expect(await query(await started(start()), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await halfMade()).toBeUndefined()
})

test('stopping leaves no process, no socket and no lock', async () => {
  const instance = start()
  const connection = await started(instance)
  const pid = (await readPostmaster(cluster))?.pid ?? 0
  expect(processStart(pid)).toBeDefined()
  await kill(instance, 'SIGTERM')
  expect(processStart(pid)).toBeUndefined()
  await expect(stat(connection.host)).rejects.toThrow('ENOENT')
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
})

/** Kills a session, which makes PostgreSQL end all others and recover. */
async function crash(connection: EmbeddedConnection): Promise<void> {
  const client = new Client({ ...connection })
  client.on('error', () => undefined) // Its own session is the one that is killed.
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [session] = rows
  if (session === undefined) throw new Error('a session has a process') // 0 is our own group.
  process.kill(session.pid, 'SIGKILL')
}

test('stopping while PostgreSQL recovers from a crash leaves none that hangs', async () => {
  const instance = start('full')
  await crash(await started(instance))
  await sleep(30) // Now it recovers, and would take no notice of a polite request for ever.
  await kill(instance, 'SIGTERM')
  const recorded = await readPostmaster(cluster)
  expect(recorded && living(recorded, cluster)).toBeUndefined()
})

test('a PostgreSQL that dies is started again at the same place, as often as it dies', async () => {
  const instance = start('full')
  const connection = await started(instance)
  await query(connection, 'drop table if exists kept; create table kept (id int)')
  for (const id of [1, 2, 3]) {
    await query(connection, `insert into kept values (${id})`)
    await killServer()
    await until(() => answers(connection))
  }
  expect(await query(connection, 'select id from kept order by id')).toHaveLength(3)
  await kill(instance, 'SIGTERM')
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
})

/** To one that may have given up by itself meanwhile. */
function send(recorded: RecordedPostmaster | undefined, signal: NodeJS.Signals): void {
  const server = recorded && living(recorded, cluster)
  if (server) process.kill(server.pid, signal)
}

test('one that somebody stops while it recovers is started again, even where it hangs', async () => {
  const instance = start('full')
  const connection = await started(instance)
  await query(connection, 'drop table if exists kept; create table kept (id int)')
  // As pg_ctl stop -m immediate and -m fast say it; asked the second way it ends never.
  for (const [id, signal] of (['SIGQUIT', 'SIGINT', 'SIGQUIT'] as const).entries()) {
    await query(connection, `insert into kept values (${id})`)
    const before = await readPostmaster(cluster)
    await crash(connection)
    await sleep(Math.random() * 100)
    send(before, signal)
    await until(async () => (await readPostmaster(cluster))?.pid !== before?.pid)
    await until(() => answers(connection))
  }
  expect(await query(connection, 'select id from kept order by id')).toHaveLength(3)
  await kill(instance, 'SIGTERM')
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
})

test('one that cannot be started again is reported, with the reason', async () => {
  await useEmptyFolder()
  const instance = start()
  await started(instance)
  await rename(join(cluster, 'PG_VERSION'), join(cluster, 'PG_LOST'))
  await killServer()
  expect((await instance.next()).died).toContain('cannot be started again')
  await rename(join(cluster, 'PG_LOST'), join(cluster, 'PG_VERSION'))
  await kill(instance)
  await started(start())
})

test('an instance stops also while PostgreSQL is being started again', async () => {
  const instance = start()
  await started(instance)
  await killServer()
  await kill(instance, 'SIGTERM')
  expect(instance.process.exitCode).toBe(0)
  expect(await readdir(join(dataDir, 'instances'))).toEqual([])
})

test('a number that another process has by now does not pass for the server', async () => {
  const instance = start()
  await started(instance)
  await kill(instance, 'SIGTERM')
  const record = `${process.pid}\n${cluster}\n1\n5432\n/tmp/bindery-gone\n\n1 1\nready\n`
  await writeFile(join(cluster, 'postmaster.pid'), record)
  await started(start())
})

test('a database made by another major version is refused with advice', async () => {
  await useEmptyFolder()
  await mkdir(cluster)
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  expect((await start().next()).failed).toMatch(/made by PostgreSQL 17.*pg_dump/)
})

test('files that are no database are left alone', async () => {
  await useEmptyFolder()
  await mkdir(cluster)
  await writeFile(join(cluster, 'holiday.jpg'), '')
  expect((await start().next()).failed).toContain('no PostgreSQL database')
  expect(await readdir(cluster)).toEqual(['holiday.jpg'])
})

test.runIf(asRoot)(
  'as root in a closed folder the data is kept where PostgreSQL can enter',
  async () => {
    await useEmptyFolder()
    await chmod(dataDir, 0o700)
    const message = await start().next()
    cluster = message.cluster ?? cluster
    try {
      expect(message.ready).toBeDefined()
      const place = (await readFile(join(dataDir, 'postgres-location'), 'utf8')).trim()
      expect(dirname(cluster)).toBe(place)
    } finally {
      for (const instance of instances) await kill(instance, 'SIGTERM')
      await rm(dirname(cluster), { recursive: true, force: true })
    }
  },
)
