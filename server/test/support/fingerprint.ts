import { createHash } from 'node:crypto'
import { sql } from '../../src/database/index.ts'
import { queueSchema } from '../../src/jobs/index.ts'
import type { TestPlatform } from './platform.ts'

/** What stands in each table, as one short text, to see which tables something has changed. */
export async function fingerprints({ db }: TestPlatform): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', ${queueSchema}) and table_type = 'BASE TABLE'
    order by 1`)
  const prints = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await db.pool.query<{ row: string }>(
        `select t::text as row from ${name} as t order by 1`,
      )
      const hash = createHash('sha256')
      for (const { row } of rows) hash.update(`${row}\n`)
      return [name, hash.digest('hex')] as const
    }),
  )
  return new Map(prints)
}

/** The tables in which something has changed. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name)
}
