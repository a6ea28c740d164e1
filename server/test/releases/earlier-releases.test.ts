import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../src/database/index.ts'
import { migrateJobs } from '../../src/jobs/index.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { type JobRow, addJobWithoutKey, giveUpJobs, selectJobs } from '../support/queue.ts'
import { dumpDatabase, restoreJobs, restoreTables } from './dump-database.ts'
import { type PortfolioBefore, goOn, sellBefore } from './portfolio-before.ts'
import {
  type ReleaseData,
  changedSince,
  migrationsFolder,
  readMigrationFiles,
  readReleaseData,
  readReleases,
  recordRelease,
} from './recorded-releases.ts'

/** Set by `npm run record-release`. */
const wanted = process.env['RECORD_RELEASE']

/** As a later release may change the schema under a running server of this one. */
const later = `
  alter table policies add column added_later text not null default 'none';
  alter table quotes add column added_later integer;
  create table added_later (id integer primary key);
  comment on table added_later is 'For a test.'`

let folder: string
let laterMigrations: string
let before: PortfolioBefore
let sold: ReleaseData
let platform: TestPlatform

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bindery-releases-'))
  laterMigrations = join(folder, 'migrations')
  await cp(migrationsFolder, laterMigrations, { recursive: true })
  const next = String((await readMigrationFiles()).length + 1).padStart(4, '0')
  await writeFile(join(laterMigrations, `${next}-later.sql`), later)
  platform = await openTestPlatform()
  before = await sellBefore(platform)
  sold = {
    database: await onDatabase(platform.connection, dumpDatabase),
    demo: platform.demo,
    keyRing: platform.keyRing.map(({ id, key }) => ({ id, key: Buffer.from(key).toString('hex') })),
    before,
  }
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

async function onDatabase<Result>(
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

/** The data of a release in a database of this one, brought up to date. */
async function openRestored(data: ReleaseData, migrations: string | URL): Promise<TestPlatform> {
  const database = await createEmptyDatabase()
  const { connection } = database
  const { superuser } = inject('testServer')
  const asSuperuser = { ...superuser, database: connection.database }
  await onDatabase(asSuperuser, (client) =>
    restoreTables(client, data.database, connection.user ?? ''),
  )
  await onDatabase(connection, (client) => migrate(client, migrations))
  await migrateJobs({ ...connection })
  await onDatabase(connection, (client) => restoreJobs(client, data.database))
  const [first, ...others] = data.keyRing.map(({ id, key }) => ({
    id,
    key: Buffer.from(key, 'hex'),
  }))
  if (first === undefined) throw new Error('a release has a key')
  const portfolio = { database, demo: data.demo, keyRing: [first, ...others] as const }
  const opened = await openTestPlatform({ portfolio })
  opened.clock.set(Temporal.Instant.from(data.before.soldAt))
  return opened
}

it('is restored whole, and brought up to date by a later migration', async () => {
  const recorded = pathToFileURL(`${join(folder, 'releases')}/`)
  await recordRelease('0.0.1', sold, recorded)
  await expect(recordRelease('0.0.1', sold, recorded)).rejects.toThrow('stays as it is')
  const restored = await openRestored(await readReleaseData('0.0.1', recorded), laterMigrations)
  await goOn(restored, before)
  await restored.close()
})

it('keeps jobs that an earlier release has given up, which had no key', async () => {
  const database = await createEmptyDatabase()
  const { connection } = database
  const first = join(folder, 'first')
  await cp(new URL('0001-schema.sql', migrationsFolder), join(first, '0001-schema.sql'))
  await onDatabase(connection, (client) => migrate(client, first))
  await migrateJobs({ ...connection })
  const jobs = await onDatabase(connection, async (client) => {
    await client.query(addJobWithoutKey.text)
    await client.query(giveUpJobs.text)
    await migrate(client, migrationsFolder)
    return (await client.query<JobRow>(selectJobs.text)).rows
  })
  expect(jobs).toMatchObject([{ key: expect.any(String) as string }])
  await database.drop()
})

it('goes on selling while a server of a later release updates the database under it', async () => {
  const { applied } = await onDatabase(platform.connection, (c) => migrate(c, laterMigrations))
  expect(applied).toHaveLength(1)
  const { connection } = platform
  const newer = await openTestPlatform({ beside: { platform, connection } })
  await sellBeside(platform, newer)
  await sellBeside(newer, platform)
  await newer.close()
  await goOn(platform, before)
})

/** What one of them begins, the other ends. */
async function sellBeside(one: TestPlatform, other: TestPlatform): Promise<void> {
  const [here, there] = [sellerOn(one), sellerOn(other)]
  const offer = await madeOffer(here)
  const paid = await there.pay(offer)
  expect(paid.statusCode, paid.body).toBe(200)
  const { version_id } = (await here.get(`/policies/${offer.id}`)).json<{ version_id: string }>()
  expect((await there.cancel(offer.id, version_id)).statusCode).toBe(202)
  await one.runDue()
  expect((await here.get(`/policies/${offer.id}`)).json()).toMatchObject({ status: 'cancelled' })
}

describe('a recorded release', async () => {
  const releases = await readReleases()

  it('has migrations that nobody changes any more', async () => {
    const now = await readMigrationFiles()
    expect(releases.flatMap((release) => changedSince(release, now))).toEqual([])
    const [first] = now
    const edited = { name: first?.name ?? '', checksum: 'of before' }
    const [complaint] = changedSince({ version: '9.9.9', migrations: [edited] }, now)
    expect(complaint).toMatch(/^0001-schema\.sql was changed, and release 9\.9\.9 has it/)
  })

  it.each(releases)('$version is started by this one, and business goes on', async (release) => {
    const data = await readReleaseData(release.version)
    const restored = await openRestored(data, migrationsFolder)
    await goOn(restored, data.before)
    await restored.close()
  })

  it.runIf(wanted !== undefined)('is recorded', async () => {
    await recordRelease(wanted ?? '', sold)
  })
})
