import pg from 'pg'
import type { Database } from './database.ts'

/**
 * Leaves a table as the database's own upkeep leaves it in time, for whoever has filled it at once:
 * searches are planned well, and find what they compare in their indexes.
 */
export async function tidyTable(db: Database, table: string): Promise<void> {
  // On a connection of its own, because it may take longer than any statement of business.
  const client = new pg.Client(db.connection)
  await client.connect()
  try {
    await client.query(`vacuum (analyze) ${pg.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}
