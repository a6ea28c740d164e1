import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/database/embedded/index.ts'
import type { EmbeddedConnection, EmbeddedPostgres } from '../src/database/embedded/index.ts'
import { living, readPostmaster } from '../src/database/embedded/postmaster.ts'
import { processStart } from '../src/database/embedded/process-start.ts'
import { migrate } from '../src/database/migrate.ts'
import type { TestServer } from './support/database.ts'

const folderPrefix = 'bindery-test-'

/**
 * One real PostgreSQL for the whole run, in a folder of its own, with one migrated template
 * database that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns()
  const owner = `${process.pid}-${processStart(process.pid)}`
  const dataDir = await mkdtemp(join(tmpdir(), `${folderPrefix}${owner}-`))
  await chmod(dataDir, 0o755) // When root tests, PostgreSQL runs as another user, who must get in.
  let server: EmbeddedPostgres | undefined
  const tearDown = async () => {
    await server?.stop()
    // As root it may lie elsewhere, when the way to the temporary folder is closed to others.
    if (server) await rm(server.cluster, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    server = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined })
    await migrateTemplate(server.connection)
    project.provide('testServer', {
      superuser: server.superuserConnection,
      owner: server.connection.user,
      // The platform's own database serves as the template: no test connects to it.
      template: server.connection.database,
    } satisfies TestServer)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

async function migrateTemplate(connection: EmbeddedConnection): Promise<void> {
  const client = new Client({ ...connection })
  await client.connect()
  try {
    await migrate(client, new URL('../migrations/', import.meta.url))
  } finally {
    await client.end()
  }
  const pool = new Pool({ ...connection })
  const ignore = () => undefined // The migrations themselves fail with it and say so.
  pool.on('error', ignore).on('connect', (session) => session.on('error', ignore))
  try {
    const logger = new Logger(() => () => undefined)
    await runMigrations({ pgPool: pool, schema: 'graphile_worker', logger })
  } finally {
    await pool.end()
  }
}

/** A run that was killed leaves its folder, and a PostgreSQL that nobody stops any more. */
async function sweepKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, pid, start] = new RegExp(`^${folderPrefix}(\\d+)-(\\w+)-`).exec(name) ?? []
    if (pid === undefined || processStart(Number(pid)) === start) continue
    const folder = join(tmpdir(), name)
    try {
      const cluster = join(folder, 'postgres')
      const recorded = await readPostmaster(cluster)
      const orphan = recorded && living(recorded, cluster)
      if (orphan) process.kill(orphan.pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another user of this machine, who will sweep it.
    }
  }
}
