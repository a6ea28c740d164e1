import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../src/database/embedded/index.ts'
import { migrate } from '../src/database/index.ts'
import { describeSchema } from './describe-schema.ts'

/** Writes server/schema.sql: what all migrations together lead to, in one file to read. */
const migrations = process.argv[2] ?? new URL('../migrations/', import.meta.url)
const target = process.argv[3] ?? new URL('../schema.sql', import.meta.url)
const folder = await mkdtemp(join(tmpdir(), 'bindery-schema-'))
const server = await startEmbeddedPostgres({
  dataDir: folder,
  durability: 'none',
  log: () => undefined,
})
try {
  const client = new Client({ ...server.connection })
  await client.connect()
  try {
    await migrate(client, migrations)
    await writeFile(target, await describeSchema(client))
  } finally {
    await client.end()
  }
} finally {
  await server.stop()
  await rm(server.cluster, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
