import { createHash } from 'node:crypto'
import { type Queryable, sql } from '../database/index.ts'
import { type Content, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'

export function indexName(content: Pick<Content, 'id'>, definition: string): string {
  const hash = createHash('sha1').update(definition).digest('hex').slice(0, 16)
  return `${tableOf(content.id)}_${hash}`
}

/** Locks out writers only, which are merges: readers do not wait. */
export async function createIndex(
  tx: Queryable,
  content: Content,
  definition: string,
): Promise<void> {
  await tx.query(sql`
    select index_dataset_content(${content.id}, ${indexName(content, definition)}, ${definition},
      false)`)
}

export async function dropIndex(
  tx: Queryable,
  content: Content,
  definition: string,
): Promise<void> {
  await tx.query(sql`select drop_dataset_index(${content.id}, ${indexName(content, definition)})`)
}

/** For searches inside texts; a server without the extension refuses. */
export async function createTrigrams(tx: Queryable): Promise<void> {
  await tx.query(sql`select allow_search_inside_texts()`)
}

/** Whether the content still exists, and whether its index is complete. */
export async function selectIndexState(
  db: Queryable,
  content: Content,
  definition: string,
): Promise<{ readonly isThere: boolean; readonly isWhole: boolean }> {
  const [found] = await db.query<{ isThere: boolean; isWhole: boolean }>(
    unnamed(
      `select to_regclass($1) is not null as "isThere",
         coalesce((select indisvalid from pg_index where indexrelid = to_regclass($2)), false) as "isWhole"`,
      [tableOf(content.id), indexName(content, definition)],
    ),
  )
  return found ?? { isThere: false, isWhole: false }
}

/** One at a time, of all processes on the database. */
export async function whileLocked(
  session: Queryable,
  contentId: number,
  work: () => Promise<void>,
): Promise<void> {
  await session.query(unnamed('select pg_advisory_lock(7246302, $1)', [contentId]))
  try {
    await work()
  } finally {
    await session.query(unnamed('select pg_advisory_unlock(7246302, $1)', [contentId]))
  }
}

export async function insertIndex(tx: Queryable, contentId: number, shape: string): Promise<void> {
  await tx.query(sql`
    insert into dataset_indexes (content_id, shape) values (${contentId}, ${shape})
    on conflict do nothing`)
}
