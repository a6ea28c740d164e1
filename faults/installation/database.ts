import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import { living, readPostmaster } from '@bindery/server/src/database/embedded/postmaster.ts'
import { platformDatabase } from '@bindery/server/src/database/embedded/provision.ts'
import pg from 'pg'

/** The PostgreSQL under the platform, as somebody with a root shell sees it. */
export interface FaultyDatabase {
  /** The number of its main process; null while there is none. */
  postmaster(): Promise<number | null>
  /** Asks it with a connection of the harness; throws while it is away. */
  ask<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>
}

const connectTimeoutMs = 5_000
const answerTimeoutMs = 30_000
export const harnessName = 'faults'

/** Both kinds of PostgreSQL write down in the cluster where they can be found. */
export function databaseIn(cluster: string): FaultyDatabase {
  return {
    async postmaster() {
      const recorded = await readPostmaster(cluster)
      return recorded === undefined ? null : (living(recorded, cluster)?.pid ?? null)
    },
    async ask<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) {
      const recorded = await readPostmaster(cluster)
      if (recorded === undefined) throw new Error('PostgreSQL does not run')
      const client = new pg.Client({
        host: recorded.host,
        port: recorded.port,
        user: superuser,
        database: platformDatabase,
        application_name: harnessName,
        connectionTimeoutMillis: connectTimeoutMs,
        query_timeout: answerTimeoutMs,
      })
      client.on('error', () => undefined) // The statement fails with it.
      try {
        await client.connect()
        return (await client.query<Row>(statement, values)).rows
      } finally {
        await client.end().catch(() => undefined) // It may be gone already.
      }
    },
  }
}
