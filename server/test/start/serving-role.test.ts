import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { grantServing, migrate } from '../../src/database/index.ts'
import { orderEvents } from '../../src/events/index.ts'
import { chainRecords } from '../../src/evidence/index.ts'
import { migrateJobs } from '../../src/jobs/index.ts'
import { pushedDraft } from '../builders/draft.ts'
import { managerOn } from '../builders/manager.ts'
import { ordersOn } from '../builders/orders.ts'
import { sellerOn, soldPolicy } from '../builders/sale.ts'
import { type TestDatabase, createTestDatabase } from '../support/database.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const role = `serve_${randomBytes(6).toString('hex')}`
const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

let database: TestDatabase
let platform: TestPlatform
let serving: Client
beforeAll(async () => {
  database = await createTestDatabase()
  const { superuser, owner } = inject('testServer')
  await inSession({ ...superuser }, async (client) => {
    await client.query(`create role ${role} login role ${owner}`)
  })
  await inSession(database.connection, (client) => grantServing(client, role))
  const connection = { ...database.connection, user: role }
  platform = await openTestPlatform({
    book: {
      database: { connection, drop: () => Promise.resolve() },
      demo: inject('demo'),
      keyRing: [{ id: 'test', key: randomBytes(32) }],
    },
  })
  serving = new Client({ ...connection })
  await serving.connect()
})
afterAll(async () => {
  await serving.end()
  await platform.close()
  await database.drop()
  const { superuser } = inject('testServer')
  await inSession({ ...superuser }, async (client) => {
    await client.query(`drop role ${role}`)
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
    expect(await ordersOn(platform, sellerOn(platform)).cancel(id, '2027-12-31')).toMatchObject({
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
    await grantServing(serving, role)
  })

  it('is told who has to update the database first, where it is not up to date', async () => {
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
    await expect(serving.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})
