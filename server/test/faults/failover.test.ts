import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import {
  endSession,
  isDatabaseAway,
  keepSession,
  migrate,
  openDatabase,
  openSession,
  sql,
} from '../../src/database/index.ts'
import type { Connection, Database } from '../../src/database/index.ts'
import { readConnection } from '../../src/settings/index.ts'
import { platformDatabase, platformRole } from '../../src/database/embedded/provision.ts'
import {
  type ReplicaNode,
  addressOf,
  followPrimary,
  makeSynchronous,
  openNode,
  promote,
  provisionNode,
  setSynchronous,
} from '../support/replicated-postgres.ts'

/** One story: the tests follow each other, as the hosts of a cluster do. */
let folder: string
let first: ReplicaNode
let second: ReplicaNode
let db: Database
const findings: string[] = []
const silent = createServer()

beforeAll(async () => {
  folder = await mkdtemp(join(inject('testServer').folder, 'failover-'))
  await chmod(folder, 0o755) // As root, PostgreSQL runs as another user, who must get in.
  const node = (name: string) => openNode({ name, dataDir: join(folder, name), durability: 'none' })
  ;[first, second] = await Promise.all([node('first'), node('second')])
  await first.start()
  await provisionNode(first)
  await followPrimary(first, second)
  await makeSynchronous(first, second)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  db = open([
    { host: 'no-such-host.invalid', port: 5432 },
    { host: '127.0.0.1', port: (silent.address() as AddressInfo).port },
    second.endpoint,
    first.endpoint,
  ])
  await db.query(sql`create table sales (id int primary key)`)
})
afterAll(async () => {
  await db.close()
  silent.close()
  await Promise.all([first.stop(), second.stop()])
  await rm(folder, { recursive: true, force: true })
})

function connectionTo(hosts: Connection['hosts']): Connection {
  return { user: platformRole, database: platformDatabase, ssl: false, ...(hosts && { hosts }) }
}

/** Longer than a busy machine takes to answer; tests wait for it where nobody answers. */
const answerTimeoutMs = 2_000

function open(
  hosts: Connection['hosts'],
  standbys?: Connection['hosts'],
  statementTimeoutMs = answerTimeoutMs,
): Database {
  return openDatabase({
    connection: {
      ...connectionTo(hosts),
      ...(standbys && { standbys: connectionTo(standbys) }),
    },
    connectionsMax: 4,
    statementTimeoutMs,
    onConnectionError: ({ message }) => void findings.push(message),
  })
}

/** As often as it takes: the first try may have been written, and its answer too late. */
const sell = (id: number, on = db) =>
  on.query(sql`insert into sales values (${id}) on conflict do nothing`)
const sold = async () =>
  (await db.query<{ id: number }>(sql`select id from sales order by id`)).map(({ id }) => id)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

it('finds the primary past a host that does not resolve, one that hangs, and a standby', async () => {
  await sell(1)
  expect(await sold()).toEqual([1])
  const { connection } = readConnection('DATABASE_URL', addressOf([second, first]))
  const session = await openSession(connection ?? {}, {
    name: 'by address',
    statementTimeoutMs: answerTimeoutMs,
  })
  const { rows } = await session.query('select pg_is_in_recovery() as "isStandby"')
  await endSession(session)
  expect(rows).toEqual([{ isStandby: false }])
})

describe('lists are read from a standby', () => {
  let reading: Database
  beforeAll(() => {
    reading = open([first.endpoint, second.endpoint], [second.endpoint])
  })
  afterAll(() => reading.close())
  const list = async () => {
    const [row] = await reading.reads.query<{ ids: number[]; isStandby: boolean }>(sql`
      select array_agg(id order by id) as ids, pg_is_in_recovery() as "isStandby" from sales`)
    return row
  }

  it('that knows everything that was committed before', async () => {
    for (let id = 1_000; id < 1_020; id++) {
      await reading.query(sql`insert into sales values (${id})`)
      expect((await list())?.ids.at(-1)).toBe(id)
    }
    await vi.waitFor(async () => expect((await list())?.isStandby).toBe(true))
    const [plain] = await reading.query<{ isStandby: boolean }>(sql`
      select pg_is_in_recovery() as "isStandby"`)
    expect(plain?.isStandby).toBe(false)
  })

  it('and from the primary while the standby is behind', async () => {
    await second.ask('select pg_wal_replay_pause()')
    await reading.query(sql`insert into sales values (2000)`)
    const rows = await Promise.all(Array.from({ length: 5 }, list))
    expect(rows.map((row) => row?.ids.at(-1))).toEqual([2000, 2000, 2000, 2000, 2000])
    expect(new Set(rows.map((row) => row?.isStandby))).toEqual(new Set([false]))
    await second.ask('select pg_wal_replay_resume()')
    await vi.waitFor(async () => expect((await list())?.isStandby).toBe(true))
    await reading.query(sql`delete from sales where id >= 1000`)
  })

  it('unless that is the primary, away, or of another cluster, which is reported', async () => {
    const { host, port } = inject('testServer').superuser
    const hanging = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
    const unknown = { host: 'no-such-host.invalid', port: 5432 }
    const unfit = [first.endpoint, { host, port }, unknown, hanging]
    const found = findings.length
    const elsewhere = open([first.endpoint, second.endpoint], unfit)
    for (let turn = 0; turn < 5; turn++) {
      expect(await elsewhere.reads.query(sql`select id from sales`)).toEqual([{ id: 1 }])
    }
    await elsewhere.close()
    const reasons = ['it is no standby', 'it belongs to another cluster', 'ENOTFOUND', 'timeout']
    for (const reason of reasons) {
      expect(findings.slice(found)).toContainEqual(
        expect.stringMatching(new RegExp(`is not read from: .*${reason}`)),
      )
    }
  })
})

it('calls a commit unknown that the primary answers with success and a warning', async () => {
  const patient = open([first.endpoint], undefined, 60_000)
  await second.freeze()
  const selling = failure(sell(2, patient))
  const waiting = await vi.waitFor(async () => {
    const [row] = await first.ask<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and query like 'insert%'`,
    )
    if (row === undefined) throw new Error('nobody waits yet')
    return row.pid
  })
  await first.ask('select pg_cancel_backend($1)', [waiting])
  const error = await selling
  expect(error).toMatchObject({ name: 'CommitUnconfirmed', code: '08007' })
  expect(isDatabaseAway(error)).toBe(true)
  await patient.close()
  // PostgreSQL warns a moment before others see what is committed.
  await expect.poll(sold).toEqual([1, 2])
  await second.thaw()
})

it('stops writing while no commit is confirmed, and reads on', async () => {
  await second.freeze()
  expect(isDatabaseAway(await failure(sell(3)))).toBe(true)
  await vi.waitFor(async () => {
    const error = await failure(db.query(sql`insert into sales values (3)`))
    expect(String(error)).toBe('DatabaseBusy: the database does not confirm commits')
  })
  expect(await sold()).not.toContain(4)
  const waiting = `select count(*)::int from pg_stat_activity where wait_event = 'SyncRep'`
  const [before] = await first.ask<{ count: number }>(waiting)
  await Promise.all(Array.from({ length: 20 }, (_, n) => failure(sell(100 + n))))
  const [after] = await first.ask<{ count: number }>(waiting)
  expect(after?.count).toBeLessThanOrEqual(before?.count ?? 0)
  await second.thaw()
  await vi.waitFor(() => sell(4))
  expect(await sold()).toEqual([1, 2, 3, 4])
})

it('follows a promotion with everything acknowledged, its pool and its notifications', async () => {
  const notified: string[] = []
  const session = await keepSession(db.connection, {
    name: 'listener',
    prepare: async (client) => {
      client.on('notification', ({ payload = '' }) => void notified.push(payload))
      await client.query('listen news')
    },
    onError: () => undefined, // Lost with the primary, which is the story.
  })
  let promotions = 0
  const stopCounting = db.onPromotion(() => void (promotions += 1))
  await sell(5)
  const migrating = failure(migrateWith('create table made (); select pg_sleep(600)'))
  await vi.waitFor(async () => {
    const rows = await first.ask(`select from pg_stat_activity where wait_event = 'PgSleep'`)
    expect(rows).toHaveLength(1)
  })
  await first.kill()
  expect(isDatabaseAway(await failure(sell(6)))).toBe(true)
  expect(String(await migrating)).toMatch(/0001-made\.sql failed and was rolled back/)
  await promote(second)
  await vi.waitFor(() => sell(7))
  expect(await sold()).toEqual([1, 2, 3, 4, 5, 7])
  await vi.waitFor(async () => {
    await db.query(sql`select pg_notify('news', 'it goes on')`)
    expect(notified).toContain('it goes on')
  })
  await session.close()
  stopCounting()
  expect(promotions).toBe(1)
  expect(await migrateWith('create table made ()')).toEqual({ applied: ['0001-made.sql'] })
  expect(findings).toContainEqual(expect.stringMatching(/^the primary is now .* \(timeline 2\)/))
})

it('refuses the old primary that comes back and takes writes, and says so', async () => {
  await first.start()
  await setSynchronous(first, '')
  await vi.waitFor(() =>
    expect(findings).toContainEqual(
      expect.stringMatching(/takes writes on timeline 1, and timeline 2 was seen/),
    ),
  )
  await sell(8)
  expect(await sold()).toContain(8)
  const there = await askPlatform(first, 'select id from sales where id = 8')
  expect(there).toEqual([])
})

it('is left by none of its connections for an old primary, though nobody else is there', async () => {
  await second.freeze()
  await vi.waitFor(async () => {
    const error = String(await failure(db.pool.connect()))
    expect(error).toContain('No host of DATABASE_URL')
    expect(error).toContain('does not resolve')
    expect(error).toContain('no answer within')
    expect(error).toContain('from before a promotion')
  })
  await second.thaw()
  await vi.waitFor(() => sell(9))
})

it('is not used while it only reads, however long that is, and is named', async () => {
  await second.ask('alter system set default_transaction_read_only = on')
  await second.ask('select pg_reload_conf()')
  await vi.waitFor(async () => {
    const failed = await failure(db.pool.connect())
    expect(String(failed)).toContain('is read-only (default_transaction_read_only is on)')
  })
  await second.ask('alter system reset default_transaction_read_only')
  await second.ask('select pg_reload_conf()')
  await vi.waitFor(() => sell(10))
})

it('is found though another host has another password, which is named when nobody else answers', async () => {
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined) // Whoever was refused has left.
    socket.once('data', () => socket.end(refusal('28P01', 'password authentication failed')))
  })
  refusing.listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const locked = { host: '127.0.0.1', port: (refusing.address() as AddressInfo).port }
  const found = open([locked, second.endpoint])
  expect(await found.query(sql`select id from sales where id = 10`)).toEqual([{ id: 10 }])
  await found.close()
  const none = open([locked, { host: 'no-such-host.invalid', port: 5432 }])
  const error = String(await failure(none.query(sql`select 1`)))
  await none.close()
  refusing.close()
  expect(error).toContain(`127.0.0.1:${locked.port}: it refuses the log-in: password auth`)
})

/** As PostgreSQL answers a log-in that it refuses. */
function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

it('refuses a host of another cluster, and names it', async () => {
  const { host, port } = inject('testServer').superuser
  const found = findings.length
  const other = open([second.endpoint, { host, port }])
  const error = await failure(other.query(sql`select 1`))
  await other.close()
  expect(String(error)).toContain(`${host}:${port} has the system identifier`)
  expect(findings.slice(found)).toContainEqual(expect.stringContaining('another cluster'))
})

it('names the host that refuses the log-in', async () => {
  const unknown = openDatabase({
    connection: { ...connectionTo([second.endpoint, first.endpoint]), user: 'nobody_known' },
    connectionsMax: 2,
    onConnectionError: () => undefined, // The statement fails with it.
  })
  const error = String(await failure(unknown.query(sql`select 1`)))
  await unknown.close()
  expect(error).toContain(`${second.endpoint.host}:${second.endpoint.port}: it refuses the log-in`)
})

/** A migration of this text, on a session of its own, as a start has one. */
async function migrateWith(text: string): Promise<{ applied: string[] }> {
  const migrations = await mkdtemp(join(folder, 'migrations-'))
  await writeFile(join(migrations, '0001-made.sql'), text)
  const settings = { name: 'bindery migration', statementTimeoutMs: 600_000 }
  const session = await openSession(db.connection, settings)
  session.on('error', () => undefined) // Lost with the primary, which is the story.
  try {
    return await migrate(session, migrations)
  } finally {
    await endSession(session)
  }
}

async function askPlatform(node: ReplicaNode, text: string): Promise<unknown[]> {
  const client = new pg.Client({ ...node.endpoint, user: platformRole, database: platformDatabase })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
