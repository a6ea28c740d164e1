import pg from 'pg'
import type { DatasetId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import { type Content, tableColumns, tableOf } from './content.ts'
import { deleteReturned, dropContent, unnamed } from './content-store.ts'
import { type ItemChanges, differs } from './count-changes.ts'
import type { StoredContent } from './dataset-store.ts'

export interface Merge {
  readonly datasetId: DatasetId
  readonly base: StoredContent
  /** What is merged, in a table of its own, with an index of its keys. */
  readonly brought: Content
  readonly contentHash: string
}

/** Up to this part a content is changed where it lies; from twice as much a new one is built faster. */
const changedShareMax = 0.05
/** So few are always changed where they lie. */
const changedItemsMin = 1_000

/**
 * Merges items into the content that is there, so that a hundred cost what a hundred cost however
 * many there are. Readers see none of them before the end of the transaction, and then all. Returns
 * null, and has done nothing, where a new content is the better way.
 */
export async function mergeInPlace(
  tx: Queryable,
  merge: Merge,
  now: Temporal.Instant,
): Promise<ItemChanges | null> {
  const { base, brought } = merge
  const itemsMax = Math.max(changedItemsMin, Math.floor(base.items * changedShareMax))
  if (!(await isWithin(tx, brought.id, itemsMax))) return null
  const written = await tryToWrite(tx, base, brought)
  if (written === null) return null
  const { added, changed } = written
  if (added + changed > 0) await noteMerge(tx, merge, base.items + added, now)
  await deleteReturned(tx, merge.datasetId, brought.id)
  await dropContent(tx, brought.id)
  return { added, changed, removed: 0, kept: base.items - changed }
}

async function isWithin(tx: Queryable, contentId: number, itemsMax: number): Promise<boolean> {
  const text = `select from ${tableOf(contentId)} offset $1 limit 1`
  return (await tx.query(unnamed(text, [itemsMax]))).length === 0
}

const tooLarge = '54000'

/** Long texts may not fit into an index of the old content; a new one does without that index. */
async function tryToWrite(tx: Queryable, base: Content, brought: Content) {
  await tx.query(unnamed(`analyze ${tableOf(brought.id)}`))
  await tx.query(unnamed('savepoint before_merge'))
  try {
    return await write(tx, base, brought)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== tooLarge) throw error
    await tx.query(unnamed('rollback to before_merge'))
    return null
  }
}

const kept = new Set(['id', 'key', 'position', 'line'])

async function write(
  tx: Queryable,
  base: Content,
  brought: Content,
): Promise<Pick<ItemChanges, 'added' | 'changed'>> {
  const columns = tableColumns(base.layout).map(({ name }) => name)
  const changing = columns.filter((name) => !kept.has(name))
  const [row] = await tx.query<Pick<ItemChanges, 'added' | 'changed'>>(
    unnamed(
      `with changed as (
         update ${tableOf(base.id)} as old
         set ${changing.map((name) => `${name} = new.${name}`).join(', ')}
         from ${tableOf(brought.id)} as new
         where new.key = old.key and (${differs('item_values')} or ${differs('translations')})
         returning 1),
       added as (
         insert into ${tableOf(base.id)} (${columns.join(', ')})
         select ${columns.join(', ')} from ${tableOf(brought.id)} as new
         where not exists (select from ${tableOf(base.id)} as old where old.key = new.key)
         returning 1)
       select (select count(*) from changed)::integer as changed,
         (select count(*) from added)::integer as added`,
    ),
  )
  if (row === undefined) throw new Error('a count returns its row')
  return row
}

async function noteMerge(
  tx: Queryable,
  { base, contentHash }: Merge,
  items: number,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update dataset_contents set content_hash = ${contentHash}, items = ${items}, created_at = ${now}
    where id = ${base.id}`)
}
