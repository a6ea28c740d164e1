import type { TestPlatform } from './platform.ts'

/** Every row of every table, the queue's own included, as PostgreSQL writes them: bytes as hex. */
export async function everyRow(platform: TestPlatform): Promise<string[]> {
  const { rows } = await platform.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const all = await Promise.all(rows.map(({ name }) => rowsOf(platform, name)))
  return all.flat().toSorted() // A row that is written again, as it was, lies elsewhere.
}

/** The rows of a table. The names are those of the catalogue. */
export async function rowsOf(platform: TestPlatform, table: string): Promise<string[]> {
  const { rows } = await platform.db.pool.query<{ row: string }>(
    `select t::text as row from ${table} t`,
  )
  return rows.map(({ row }) => row)
}
