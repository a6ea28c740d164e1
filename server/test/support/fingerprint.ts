import { sql } from '../../src/database/index.ts'
import { queueSchema } from '../../src/jobs/index.ts'
import type { TestPlatform } from './platform.ts'

/** An import that brings nothing new writes their rows again as they are. */
const writtenAgain = ['public.dataset_contents', 'public.datasets']

/**
 * Which rows stand in each table, as one short text, to see which tables something has changed. A row
 * that is written, be it with the same values again, has another writer or another place.
 */
export async function fingerprints({ db }: TestPlatform): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', ${queueSchema}) and relkind = 'r'
    order by 1`)
  const ofEach = tables.map(
    ({ name }) => `
      select '${name}' as name,
        count(*) || ' ' || coalesce(sum(hashtextextended(${
          writtenAgain.includes(name) ? 't::text' : 'ctid::text || xmin'
        }, 0)), 0) as print
      from ${name} as t`,
  )
  const { rows } = await db.pool.query<{ name: string; print: string }>(ofEach.join(' union all '))
  return new Map(rows.map(({ name, print }) => [name, print]))
}

/** The tables in which something has changed. */
export function changedTables(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name)
}
