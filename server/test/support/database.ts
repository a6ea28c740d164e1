import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { EmbeddedConnection } from '../../src/database/embedded/index.ts'
import type { DemoFile } from '../../src/demo/index.ts'

/** The server that global-setup.ts started for this run. */
export interface TestServer {
  readonly superuser: EmbeddedConnection
  readonly owner: string
  readonly template: string
  /** For data folders of tests: it goes with the server, also after a run that was killed. */
  readonly folder: string
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    demo: DemoFile
  }
}

export interface TestDatabase {
  readonly connection: EmbeddedConnection
  drop(): Promise<void>
  /** For callers that do not mind that it stays for a while. */
  dropSoon(): Promise<void>
}

/** A database of its own for a test file: a copy of the migrated template, made in a moment. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('testServer').template)
}

/** One without any schema, for those who test how it comes about. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0')
}

/** A copy of one that is in use, as a backup has it: its sessions end, and come back by themselves. */
export async function copyTestDatabase({
  database,
}: TestDatabase['connection']): Promise<TestDatabase> {
  const { superuser } = inject('testServer')
  await runAsSuperuser(superuser, `alter database ${database} allow_connections false`)
  try {
    await runAsSuperuser(
      superuser,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
    )
    return await createDatabase(database)
  } finally {
    await runAsSuperuser(superuser, `alter database ${database} allow_connections true`)
  }
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { superuser, owner } = inject('testServer')
  const database = `test_${randomBytes(8).toString('hex')}`
  await runAsSuperuser(
    superuser,
    `create database ${database} template ${template} strategy file_copy owner ${owner}`,
  )
  return {
    connection: { ...superuser, user: owner, database },
    // Forced, so that a connection which a failed test left open does not hold it up.
    drop: () => runAsSuperuser(superuser, `drop database if exists ${database} with (force)`),
    dropSoon: () => dropSoon(superuser, database),
  }
}

/**
 * Databases that nobody needs any more. A file system may take ten times as long to make files just
 * after others were removed, so they go some at a time; the last ones go with the server.
 */
const spent: string[] = []
const spentMax = 48

async function dropSoon(superuser: EmbeddedConnection, database: string): Promise<void> {
  spent.push(database)
  if (spent.length < spentMax) return
  for (const name of spent.splice(0)) {
    await runAsSuperuser(superuser, `drop database if exists ${name} with (force)`)
  }
}

async function runAsSuperuser(connection: EmbeddedConnection, statement: string): Promise<void> {
  const client = new Client({ ...connection })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
