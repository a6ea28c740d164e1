import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildCheckout } from '@bindery/checkout/tools/build.ts'
import { buildConsole } from '@bindery/console/tools/build.ts'
import { Client } from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/database/embedded/index.ts'
import type { EmbeddedConnection, EmbeddedPostgres } from '../src/database/embedded/index.ts'
import { living, readPostmaster } from '../src/database/embedded/postmaster.ts'
import { processStart } from '../src/database/embedded/process-start.ts'
import { migrate, openDatabase } from '../src/database/index.ts'
import { type DemoFile, readDemoFile, startDemo } from '../src/demo/index.ts'
import { migrateJobs } from '../src/jobs/index.ts'
import { openRaters } from '../src/pricing/index.ts'
import { checkHere } from '../src/products/index.ts'
import type { TestServer } from './support/database.ts'
import { databaseParent, databaseParents } from './support/database-parent.ts'
import { holdLockOrder } from './support/lock-order.ts'
import { testAddress, testStart } from './support/test-start.ts'
import { holdDocumentedStates } from './support/documented-states.ts'

const folderPrefix = 'bindery-test-'

/**
 * One real PostgreSQL for the whole run, in a folder of its own, with one migrated template
 * database that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepKilledRuns()
  await buildCheckout()
  await buildConsole()
  const owner = `${process.pid}-${processStart(process.pid)}`
  const dataDir = await mkdtemp(join(databaseParent(), `${folderPrefix}${owner}-`))
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
    const demo = await fillTemplate(server.connection, dataDir)
    project.provide('testServer', {
      superuser: server.superuserConnection,
      owner: server.connection.user,
      // The platform's own database serves as the template: no test connects to it.
      template: server.connection.database,
      folder: dataDir,
    } satisfies TestServer)
    project.provide('demo', demo)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}

/** The schema, and a demo insurer with the example products, so that no test has to make them. */
async function fillTemplate(connection: EmbeddedConnection, dataDir: string): Promise<DemoFile> {
  const client = new Client({ ...connection })
  await client.connect()
  try {
    await migrate(client, new URL('../migrations/', import.meta.url))
    await client.query(holdLockOrder)
    await client.query(holdDocumentedStates)
  } finally {
    await client.end()
  }
  const onConnectionError = () => undefined // The statements themselves fail with it and say so.
  const db = openDatabase({ connection: { ...connection }, connectionsMax: 2, onConnectionError })
  try {
    await migrateJobs(connection)
    const examplesDir = fileURLToPath(new URL('../../examples/', import.meta.url))
    const options = { demo: true, dataDir, examplesDir, publicUrl: testAddress, vendor: 'bindery' }
    // The documents of the examples have tests of their own.
    const tryDocuments = () => async () => []
    const clock = () => testStart
    const raters = openRaters({ hosts: [], allowsPrivate: false, secrets: [] }, { clock })
    const checkFolder = checkHere({ db, clock, raters, tryDocuments })
    await startDemo({ db, clock, raters, checkFolder }, options, pino({ level: 'silent' }))
  } finally {
    await db.close()
  }
  const demo = await readDemoFile(dataDir)
  if (demo === null) throw new Error('the demo was just written')
  return demo
}

/** A run that was killed leaves its folder, and a PostgreSQL that nobody stops any more. */
async function sweepKilledRuns(): Promise<void> {
  for (const folder of (await Promise.all(databaseParents.map(foldersIn))).flat()) {
    const [, pid, start] = new RegExp(`^${folderPrefix}(\\d+)-(\\w+)-`).exec(basename(folder)) ?? []
    if (pid === undefined || processStart(Number(pid)) === start) continue
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

async function foldersIn(parent: string): Promise<string[]> {
  return (await readdir(parent)).map((name) => join(parent, name))
}
