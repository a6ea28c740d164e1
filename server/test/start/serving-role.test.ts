import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grantServing, migrate, sql } from '../../src/database/index.ts'
import { tidyDatasets } from '../../src/datasets/index.ts'
import { orderEvents } from '../../src/events/index.ts'
import { chainRecords } from '../../src/evidence/index.ts'
import { migrateJobs, queueSchema } from '../../src/jobs/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { type ImportAnswer, type ImportQuery, importerOn } from '../builders/importer.ts'
import { managerOn } from '../builders/manager.ts'
import { transactionsOn } from '../builders/transactions.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { readerOn } from '../data/reader.ts'
import { type TestDatabase, createTestDatabase } from '../support/database.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const role = `serve_${randomBytes(6).toString('hex')}`
/** Another role that is let serve, which neither the owner nor the first has anything to do with. */
const other = `${role}_too`
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

let database: TestDatabase
let platform: TestPlatform
let beside: TestPlatform
let ofOwner: TestPlatform
let serving: Client
beforeAll(async () => {
  database = await createTestDatabase()
  const { superuser, owner } = inject('testServer')
  await inSession({ ...superuser }, async (client) => {
    await client.query(`create role ${role} login role ${owner}`)
    await client.query(`create role ${other} login`)
  })
  await inSession(database.connection, async (client) => {
    await grantServing(client, role, queueSchema)
    await grantServing(client, other, queueSchema)
  })
  const connection = { ...database.connection, user: role }
  platform = await openTestPlatform({
    portfolio: {
      database: { ...database, connection, dropSoon: async () => undefined },
      demo: inject('demo'),
      keyRing: [{ id: 'test', key: randomBytes(32) }],
    },
  })
  const elsewhere = { ...database.connection, user: other }
  beside = await openTestPlatform({ beside: { platform, connection: elsewhere } })
  ofOwner = await openTestPlatform({ beside: { platform, connection: database.connection } })
  serving = new Client({ ...connection })
  await serving.connect()
})
afterAll(async () => {
  await serving.end()
  await ofOwner.close()
  await beside.close()
  await platform.close()
  await database.drop()
  const { superuser } = inject('testServer')
  await inSession({ ...superuser }, async (client) => {
    await client.query(`drop role ${role}, ${other}`)
  })
})

async function inSession<Result>(
  connection: object,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a role that only serves', () => {
  it('sells, cancels, publishes with datasets, and chains what happened', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    expect(
      await transactionsOn(platform, sellerOn(platform)).cancel(id, '2027-12-31'),
    ).toMatchObject({
      status: 'active',
    })
    const version = await pushedDraft(platform, 'cyber', {
      'datasets/companies.csv': (text) => text.trimEnd().split('\n').slice(0, -1).join('\n'),
    })
    const published = await managerOn(platform).post(`/manage/product_versions/${version}/publish`)
    expect(published.statusCode, published.body).toBe(200)
    await orderEvents(platform.db)
    expect(await chainRecords(platform.db)).toBeGreaterThan(3)
  })

  it('starts on a database that is up to date, and lets itself do nothing more', async () => {
    expect(await migrate(serving, migrations)).toEqual({ applied: [] })
    await migrateJobs({ ...database.connection, user: role })
    await grantServing(serving, role, queueSchema)
  })

  it('reports which role has to update the database first, where it is not up to date', async () => {
    const newer = await mkdtemp(join(tmpdir(), 'bindery-newer-'))
    try {
      await cp(migrations, newer, { recursive: true })
      const next = String((await readdir(migrations)).length + 1).padStart(4, '0')
      await writeFile(join(newer, `${next}-newer.sql`), 'alter table events add newer text;')
      await expect(migrate(serving, newer)).rejects.toThrow(
        /^Migration \d+-newer\.sql failed.*Update as the role that owns the database, with npm run migrate/,
      )
    } finally {
      await rm(newer, { recursive: true })
    }
  })

  it.each([
    'create table mine (id text)',
    `create table ${queueSchema}.mine (id text)`,
    'drop table datasets',
    `select create_dataset_content(900, '[{"name": "id", "type": "text)); drop table events"}]', 'fillfactor = 90')`,
    `select create_dataset_content(900, '[]', 'fillfactor = 90); drop table events')`,
    `select index_dataset_content(1, 'dataset_content_1_mine', '(mine())', false)`,
    `select index_dataset_content(1, 'dataset_content_1_mine', '(id); drop table events', false)`,
    `select index_dataset_content(1, 'events_pkey', '(id)', false)`,
    `select drop_dataset_index(1, 'events_pkey')`,
    `update events set data = '{}'`,
    'delete from events',
    'truncate events',
    'drop table events',
    'alter table events disable trigger all',
    'update event_feed set position = position + 1',
    `update audit_entries set before = '{}'`,
    'delete from audit_entries',
    'update evidence_links set salt = null',
    'delete from evidence_links',
    `insert into schema_migrations (name, checksum) values ('9999-mine.sql', '')`,
  ])('may not %s', async (statement) => {
    await expect(serving.query(statement)).rejects.toThrow(
      /permission denied|must be owner|^a dataset /,
    )
  })
})

describe('roles that serve beside each other, and the owner', () => {
  const towns = (count: number) =>
    ['code,name', ...Array.from({ length: count }, (_, at) => `T${at},Town ${at % 97}`)].join('\n')
  const settings: ImportQuery = {
    name: 'Towns',
    languages: 'en',
    key_field: 'code',
    access: 'public',
  }
  const servers = () => [platform, beside, ofOwner]

  async function imported(server: TestPlatform, count: number, query = settings): Promise<string> {
    const response = await importerOn(server).csv('towns', towns(count), query)
    expect(response.statusCode, response.body).toBe(200)
    return response.json<ImportAnswer>().dataset.id
  }

  const ways = [
    {},
    { sort: [{ field: 'name', dir: 'asc' }] },
    { query: [{ field: 'name', search: '%own 1%' }] },
  ]

  it('list, index, import anew, merge and drop what each of them has imported', async () => {
    const id = await imported(platform, 5_001)
    const over = new AbortController()
    const statuses: number[] = []
    const reading = servers().map(async (server) => {
      for (let turn = 0; !over.signal.aborted || turn < ways.length; turn += 1) {
        const asked = { language: 'en', fields: ['name'], ...ways[turn % ways.length] }
        statuses.push((await readerOn(server).items(id, asked)).statusCode)
      }
    })
    try {
      for (const [round, server] of [beside, ofOwner, platform].entries()) {
        await imported(server, 5_002 + round)
        await server.datasets.settled()
      }
      for (const [round, server] of servers().entries()) {
        await imported(server, 6_000 + round, { mode: 'merge' })
      }
    } finally {
      over.abort()
      await Promise.all(reading)
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    // Each drops what others have made.
    for (const server of servers()) {
      await server.db.query(sql`
        update dataset_contents set retired_at = now() - interval '1 hour'
        where id = (select min(id) from dataset_contents where retired_at > now() - interval '30 minutes')`)
      const before = await contentTables()
      await tidyDatasets(server.db)
      expect(before - (await contentTables())).toBe(1)
    }
    await expect.poll(() => indexesOnceSearched(id)).toContain('gin_trgm_ops')
    const kinds = await indexesOfTowns()
    expect(new Set(kinds.rows.map(({ tableowner }) => tableowner))).toEqual(
      new Set([inject('testServer').owner]),
    )
  })

  const indexesOfTowns = () =>
    serving.query<{ indexdef: string; tableowner: string }>(
      `select indexdef, tableowner from pg_indexes join pg_tables using (tablename)
       join datasets on tablename = 'dataset_content_' || content_id
       where key = 'towns' and indexname !~ '_(id|key|position)$'`,
    )

  /** An index is built when a search could use it, and nobody may have searched since the last merge. */
  const indexesOnceSearched = async (id: string) => {
    for (const server of servers()) {
      for (const way of ways) await readerOn(server).items(id, { language: 'en', ...way })
      await server.datasets.settled()
    }
    return (await indexesOfTowns()).rows.map(({ indexdef }) => indexdef).join()
  }

  const contentTables = async () => {
    const { rows } = await serving.query<{ count: string }>(
      `select count(*) from pg_tables where tablename like 'dataset_content\\_%'`,
    )
    return Number(rows[0]?.count)
  }

  it('run the jobs of each other', async () => {
    const { id } = await soldPolicy(sellerOn(platform))
    expect(await transactionsOn(beside, sellerOn(beside)).cancel(id, '2027-12-31')).toMatchObject({
      status: 'active',
    })
  })
})
