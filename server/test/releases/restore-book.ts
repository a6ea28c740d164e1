import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { migrate, openDatabase } from '../../src/database/index.ts'
import type { DemoFile } from '../../src/demo/index.ts'
import { migrateJobs } from '../../src/jobs/index.ts'
import { createEmptyDatabase } from '../support/database.ts'
import type { TestBook } from '../support/platform.ts'

/** What `tools/record-book.ts` wrote of a release. */
interface RecordedBook {
  readonly demo: DemoFile
  readonly sales: Readonly<Record<SaleName, RecordedSale>> & {
    readonly pending: { readonly paymentId: string }
  }
  /** When the last of them was made. */
  readonly soldAt: string
  readonly encryptionKeys: string
  readonly migrations: readonly string[]
  /** Tables that no migration makes. */
  readonly definitions: readonly string[]
  readonly tables: Readonly<Record<string, readonly object[]>>
  readonly jobs: readonly object[]
}
type SaleName = 'offered' | 'pending' | 'paid' | 'byCard' | 'cancelled'
interface RecordedSale {
  readonly id: string
  readonly number: string
  readonly token: string
}

const migrations = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** A database as the release left it, then brought up to date as the next start does. */
export async function restoreBook(
  name: string,
): Promise<TestBook & Pick<RecordedBook, 'sales'> & { readonly soldAt: Temporal.Instant }> {
  const file = await readFile(new URL(`books/${name}.json.gz`, import.meta.url))
  const book = JSON.parse(gunzipSync(file).toString()) as RecordedBook // Written by our own tool.
  const database = await createEmptyDatabase()
  try {
    await restore(database.connection, book)
    await inSession(database.connection, (client) => migrate(client, migrations))
  } catch (error) {
    await database.drop()
    throw error
  }
  const { encryptionKeys: keyRing } = readConfig({ ENCRYPTION_KEYS: book.encryptionKeys })
  if (keyRing === null) throw new Error('a book is recorded with its key')
  const { demo, sales } = book
  return { database, demo, keyRing, sales, soldAt: Temporal.Instant.from(book.soldAt) }
}

async function restore(connection: pg.ClientConfig, book: RecordedBook): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-migrations-'))
  try {
    for (const name of book.migrations) await copyFile(join(migrations, name), join(folder, name))
    await inSession(connection, (client) => migrate(client, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const db = openDatabase({ connection, connectionsMax: 2, onConnectionError: () => undefined })
  await migrateJobs(db.connection)
  await db.close()
  await inSession(connection, async (client) => {
    for (const definition of book.definitions) await client.query(definition)
  })
  // References go round in circles, and only a superuser may look away while they are laid.
  const { superuser } = inject('testServer')
  await inSession({ ...superuser, database: connection.database ?? '' }, async (client) => {
    await client.query('set session_replication_role = replica')
    for (const [table, rows] of Object.entries(book.tables)) {
      await client.query(
        `insert into ${table} overriding system value
         select * from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    }
    await client.query(
      `select setval(pg_get_serial_sequence('dataset_contents', 'id'), max(id)) from dataset_contents`,
    )
    await client.query(
      `select graphile_worker.add_job(identifier, payload, null, run_at, max_attempts, key, priority)
       from json_to_recordset($1) as job(identifier text, payload json, run_at timestamptz,
         max_attempts int, key text, priority int)`,
      [JSON.stringify(book.jobs)],
    )
  })
}

async function inSession<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
