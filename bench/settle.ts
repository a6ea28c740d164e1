import { superuser } from '@bindery/server/src/database/embedded/create-cluster.ts'
import pg from 'pg'

/**
 * Has a database do now what it would do of its own accord at some moment to come: clean up after a
 * load, count its rows, write its pages to disk. Else one turn of a benchmark meets that and another
 * does not: a turn with a tenth of a second of it has ten times the p99 of one without.
 */
export async function settle(database: pg.ClientConfig): Promise<void> {
  await asSuperuser(database, ['vacuum (analyze)', 'checkpoint'])
}

/** The same without writing all pages, between two turns: the disk would be at that when the next begins. */
export async function tidy(database: pg.ClientConfig): Promise<void> {
  await asSuperuser(database, ['vacuum (analyze)'])
}

async function asSuperuser(
  database: pg.ClientConfig,
  statements: readonly string[],
): Promise<void> {
  const client = new pg.Client({ ...database, user: superuser })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
