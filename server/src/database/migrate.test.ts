import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import type { TestDatabase } from '../../test/support/database.ts'
import { type MigrationStep, migrate } from './migrate.ts'

let database: TestDatabase
let client: Client
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  client = await connect()
  // The database is a copy of the migrated one; here every test begins with an empty schema.
  await client.query('drop schema if exists story cascade; create schema story')
  await client.query('set search_path = story')
})

afterEach(async () => {
  await client.end()
  await rm(folder, { recursive: true })
})

async function connect(): Promise<Client> {
  const session = new Client({ ...database.connection })
  await session.connect()
  await session.query('set search_path = story')
  return session
}

async function given(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
}

test('migrations are applied in order, once, and the next start has nothing to do', async () => {
  await given({
    '0002-premium.sql': 'alter table policies add premium int; insert into policies values (1, 2)',
    '0001-policies.sql': 'create table policies (id int)',
  })
  const steps: MigrationStep[] = []
  const first = await migrate(client, folder, { onStep: (step) => steps.push(step) })
  expect(first.applied).toEqual(['0001-policies.sql', '0002-premium.sql'])
  expect(await migrate(client, folder)).toEqual({ applied: [] })
  await given({ '0003-more.sql': 'insert into policies values (2, 3)' })
  const later = await migrate(client, folder, { onStep: (step) => steps.push(step) })
  expect(later).toEqual({ applied: ['0003-more.sql'] })
  expect(steps).toEqual([
    { name: '0001-policies.sql', at: 1, of: 2, isFirstStart: true },
    { name: '0002-premium.sql', at: 2, of: 2, isFirstStart: true },
    { name: '0003-more.sql', at: 1, of: 1, isFirstStart: false },
  ])
  const { rows } = await client.query('select id from policies order by id')
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('two servers that start at the same moment apply each migration once', async () => {
  await given({
    '0001-policies.sql': 'create table policies (id int); select pg_sleep(0.2)',
    '0002-first.sql': 'insert into policies values (1)',
  })
  const other = await connect()
  try {
    const results = await Promise.all([migrate(client, folder), migrate(other, folder)])
    expect(results.map((result) => result.applied.length).toSorted((a, b) => a - b)).toEqual([0, 2])
  } finally {
    await other.end()
  }
  expect((await client.query('select from policies')).rowCount).toBe(1)
})

test('a migration that fails leaves nothing of itself, keeps those before it, and is named', async () => {
  await given({
    '0001-policies.sql': 'create table policies (id int)',
    '0002-broken.sql': 'insert into policies values (1); select 1/0',
  })
  await expect(migrate(client, folder)).rejects.toThrow(/0002-broken\.sql failed.*division by zero/)
  expect((await client.query('select from policies')).rowCount).toBe(0)
  await given({ '0002-broken.sql': 'insert into policies values (1)' })
  expect(await migrate(client, folder)).toEqual({ applied: ['0002-broken.sql'] })
})

test('one that stops running servers of earlier releases needs a flag, and an empty database none', async () => {
  const breaking =
    '-- breaking: the column premium is gone\nalter table policies drop column premium'
  const first = { '0001-policies.sql': 'create table policies (id int, premium int)' }
  await given(first)
  await migrate(client, folder)
  await given({ '0002-more.sql': 'create table more ()', '0003-less.sql': breaking })
  await expect(migrate(client, folder)).rejects.toThrow(
    /0003-less\.sql stops servers .*the column premium is gone\. Nothing was changed\..*npm run migrate -- --allow-breaking-migration/,
  )
  const { rows } = await client.query(`select to_regclass('more') as made`)
  expect(rows).toEqual([{ made: null }])
  const { applied } = await migrate(client, folder, { allowsBreaking: true })
  expect(applied).toEqual(['0002-more.sql', '0003-less.sql'])
  await client.query('drop schema story cascade; create schema story')
  expect((await migrate(client, folder)).applied).toHaveLength(3)
})

test('a migration changed after it was applied is refused', async () => {
  await given({ '0001-policies.sql': 'create table policies (id int)' })
  await migrate(client, folder)
  await given({ '0001-policies.sql': 'create table policies (id bigint)' })
  await expect(migrate(client, folder)).rejects.toThrow(/0001-policies\.sql was changed/)
})

test('a database of a newer release is refused', async () => {
  await given({ '0001-a.sql': 'select 1', '0002-b.sql': 'select 2' })
  await migrate(client, folder)
  await rm(join(folder, '0002-b.sql'))
  await expect(migrate(client, folder)).rejects.toThrow(/0002-b\.sql.*newer release/)
})

test('a database from before the first release is refused, with the commit that opens it', async () => {
  await given({ '0001-accounts.sql': 'create table accounts (id int)' })
  await client.query(`create table schema_migrations (name text primary key, checksum text)`)
  await client.query(`insert into schema_migrations values ('0001-accounts.sql', '')`)
  await expect(migrate(client, folder)).rejects.toThrow(
    /^This database is from before the first release.* Check out commit [0-9a-f]{40} /,
  )
  const { rows } = await client.query(`select to_regclass('accounts') as made`)
  expect(rows).toEqual([{ made: null }])
})

test.each([
  ['a gap', { '0001-a.sql': '', '0003-b.sql': '' }, /expected 0002-<name>\.sql, found 0003-b/],
  ['a double', { '0001-a.sql': '', '0001-b.sql': '' }, /expected 0002-<name>\.sql, found 0001-b/],
  ['a name without a number', { 'policies.sql': '' }, /expected 0001-<name>\.sql/],
])('%s in the numbering is refused', async (_, files, message) => {
  await given(files)
  await expect(migrate(client, folder)).rejects.toThrow(message)
})

test('after a refusal another server can migrate', async () => {
  await given({ '0001-broken.sql': 'select 1/0' })
  await expect(migrate(client, folder)).rejects.toThrow()
  await given({ '0001-broken.sql': 'select 1' })
  const other = await connect()
  try {
    expect((await migrate(other, folder)).applied).toHaveLength(1)
  } finally {
    await other.end()
  }
})
