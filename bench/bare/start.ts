import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { openDatabase } from '@bindery/server/src/database/index.ts'
import { migrate } from '@bindery/server/src/database/migrate.ts'
import { migrateJobs } from '@bindery/server/src/jobs/index.ts'
import { freePort } from '@bindery/server/test/support/free-port.ts'
import { Client, type ClientConfig } from 'pg'
import { type ServerUse, askForUse } from '../server-questions.ts'
import type { BareStart } from './server.ts'
import { type SampleRows, readSample } from './sample-rows.ts'

export interface BareServer {
  readonly url: string
  use(): Promise<ServerUse>
  stop(): void
}

const name = 'bare'
const entry = fileURLToPath(new URL('server.ts', import.meta.url))
const migrations = fileURLToPath(new URL('../../server/migrations/', import.meta.url))

/** Starts the bare server on a database of its own with the same tables, in the same PostgreSQL. */
export async function startBareServer(
  platform: ClientConfig,
  samplePolicyId: string,
): Promise<BareServer> {
  const sample = await connected(platform, (client) => readSample(client, samplePolicyId))
  // The platform's own role may not: the cluster was made for the benchmark, and has its superuser.
  await connected({ ...platform, user: superuser, database: superuser }, (client) =>
    client.query(`create database ${name} owner ${String(platform.user)}`),
  )
  const database = { ...platform, database: name }
  await prepare(database, sample)
  const port = await freePort()
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send({ database, sample, port } satisfies BareStart)
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    use: () => askForUse(child),
    stop: () => void child.kill(),
  }
}

async function prepare(database: ClientConfig, { accounts }: SampleRows): Promise<void> {
  await connected(database, async (client) => {
    await migrate(client, migrations)
    await client.query(
      'insert into accounts select * from json_populate_recordset(null::accounts, $1)',
      [JSON.stringify(accounts)],
    )
  })
  const db = openDatabase({
    connection: database,
    connectionsMax: 2,
    onConnectionError: () => undefined, // The statement under way fails with it.
  })
  await migrateJobs(db.connection)
  await db.close()
}

export async function connected<Result>(
  database: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(database)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
