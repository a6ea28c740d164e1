import type { DatasetId, DatasetItemId, JsonObject } from '../kernel/index.ts'
import { type Queryable, type Statement, json, sql } from '../database/index.ts'
import {
  type Cell,
  type Content,
  type FieldColumns,
  type Layout,
  tableColumns,
  tableOf,
} from './content.ts'
import type { Dataset, DatasetForm, ItemRow } from './dataset.ts'

/**
 * A statement on a table whose name is only known at run time. It is not prepared by name: there
 * are as many such texts as there are contents and ways to ask, and a connection keeps every name.
 */
export function unnamed(text: string, values: readonly unknown[] = []): Statement {
  return { name: '', text, values: [...values] }
}

/**
 * After a merge, index-only scans have to visit the changed pages. Vacuum fixes that; here it
 * starts when a few in a thousand items have changed.
 */
const vacuumEarly = 'autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.002'

const breadth = { 'double precision': 0, integer: 1, text: 2, json: 3 } as const

export async function createContent(
  tx: Queryable,
  dataset: Pick<Dataset, 'id'> & DatasetForm,
  layout: Layout,
  now: Temporal.Instant,
): Promise<Content> {
  const rows = await tx.query<{ id: number }>(sql`
    insert into dataset_contents (dataset_id, name, languages, access, key_field, fields, layout,
      content_hash, created_at)
    values (${dataset.id}, ${dataset.name}, ${[...dataset.languages]}, ${dataset.access},
      ${dataset.keyField}, ${json(dataset.fields)}::jsonb, ${json(layout)}::jsonb, '', ${now})
    returning id`)
  const row = rows[0]
  if (row === undefined) throw new Error('an insert returns its row')
  // Numbers first: columns at a fixed offset in a row are found without reading those before.
  const inRow = tableColumns(layout).toSorted((a, b) => breadth[a.type] - breadth[b.type])
  await tx.query(
    sql`select create_dataset_content(${row.id}, ${json(inRow)}::json, ${vacuumEarly})`,
  )
  return { id: row.id, layout, items: 0 }
}

/** Which of these collations the server has. */
export async function selectCollations(
  db: Queryable,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db.query<{ collname: string }>(sql`
    select collname from pg_collation where collname = any (${[...names]}::text[])`)
  return new Set(rows.map((row) => row.collname))
}

export async function insertRows(
  tx: Queryable,
  content: Content,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const columns = tableColumns(content.layout)
  await tx.query(
    unnamed(
      `insert into ${tableOf(content.id)} (${columns.map(({ name }) => name).join(', ')})
       select * from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})`,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    ),
  )
}

export interface KnownItem {
  readonly id: DatasetItemId
  readonly key: string
  /** Null for an item that had left the dataset. */
  readonly position: number | null
}

/** The ids under which items with these keys are, or were, known. */
export async function selectKnownItems(
  db: Queryable,
  datasetId: DatasetId,
  contentId: number,
  keys: readonly string[],
): Promise<KnownItem[]> {
  return db.query<KnownItem>(
    unnamed(
      `select id, key, null::integer as position from removed_dataset_items
       where dataset_id = $1 and key = any ($2::text[])
       union all select id, key, position from ${tableOf(contentId)} where key = any ($2::text[])`,
      [datasetId, keys],
    ),
  )
}

export async function selectLastPosition(db: Queryable, contentId: number): Promise<number> {
  const rows = await db.query<{ last: number }>(
    unnamed(`select coalesce(max(position), 0) as last from ${tableOf(contentId)}`),
  )
  return rows[0]?.last ?? 0
}

/** Copies the items that a merge leaves unchanged. */
export async function copyOtherItems(tx: Queryable, from: Content, to: Content): Promise<void> {
  const columns = tableColumns(to.layout).map(({ name }) => name)
  const kept = columns.map((name) => (name === 'line' ? 'null' : name))
  await tx.query(
    unnamed(
      `insert into ${tableOf(to.id)} (${columns.join(', ')})
       select ${kept.join(', ')} from ${tableOf(from.id)} as old
       where not exists (select from ${tableOf(to.id)} as new where new.key = old.key)`,
    ),
  )
}

/** A few of the repeated keys; the unique index is built only if there are none. */
export async function selectRepeatedKeys(
  tx: Queryable,
  contentId: number,
  countMax: number,
): Promise<{ key: string; first: number; again: number; total: number }[]> {
  return tx.query(
    unnamed(
      `select key, min(line) as first, max(line) as again, count(*) over ()::integer as total
       from ${tableOf(contentId)} group by key having count(*) > 1 order by again limit $1`,
      [countMax],
    ),
  )
}

/** Adds the indexes on ids, and the planner's statistics. Returns the number of items. */
export async function completeContent(
  tx: Queryable,
  { id: contentId, layout }: Content,
  contentHash: string,
): Promise<number> {
  const table = tableOf(contentId)
  await createUniqueIndex(tx, contentId, 'id')
  await createUniqueIndex(tx, contentId, 'position')
  const rows = await tx.query<{ items: number }>(
    unnamed(
      `update dataset_contents set content_hash = $1, items = (select count(*) from ${table})
       where id = $2 returning items`,
      [contentHash, contentId],
    ),
  )
  const items = rows[0]?.items ?? 0
  await countValues(tx, contentId, countingOf(layout, items))
  return items
}

/** Collects the planner's statistics again, with new targets where they are given. */
export async function countValues(
  tx: Queryable,
  contentId: number,
  targets: Readonly<Record<string, number>> = {},
): Promise<void> {
  await tx.query(sql`select count_dataset_content(${contentId}, ${json(targets)}::json)`)
}

/** Columns that no search compares need no statistics, nor do unique ones. */
function countingOf({ columns }: Layout, items: number): Record<string, number> {
  const searched = columns.filter(({ type }) => type === 'text').map(({ stem }) => `${stem}_s`)
  const uncounted = ['id', 'key', 'position', 'line', 'item_values', 'translations']
  return Object.fromEntries([
    ...searched.map((name) => [name, statisticsFor(items)]),
    ...uncounted.map((name) => [name, 0]),
  ])
}

const statisticsMin = 100
const statisticsMax = 1_000
const usualPageItems = 20

/**
 * The statistics target. To find a page among m of n items, a plan scans either the m or, in the
 * sort of the page, n / m times the page: the planner chooses well if it can recognise the m at
 * which both cost the same, hence the root.
 */
function statisticsFor(items: number): number {
  const enough = Math.ceil(1.3 * Math.sqrt(items / usualPageItems))
  return Math.min(Math.max(enough, statisticsMin), statisticsMax)
}

export async function createKeyIndex(tx: Queryable, contentId: number): Promise<void> {
  await createUniqueIndex(tx, contentId, 'key')
}

async function createUniqueIndex(
  tx: Queryable,
  contentId: number,
  column: 'id' | 'key' | 'position',
): Promise<void> {
  await tx.query(sql`
    select index_dataset_content(${contentId}, ${`${tableOf(contentId)}_${column}`},
      ${`(${column})`}, true)`)
}

/** Updates the definition of a content whose items stay. */
export async function updateForm(
  tx: Queryable,
  contentId: number,
  form: DatasetForm,
): Promise<void> {
  await tx.query(sql`
    update dataset_contents set name = ${form.name}, languages = ${[...form.languages]},
      access = ${form.access}, key_field = ${form.keyField}, fields = ${json(form.fields)}::jsonb
    where id = ${contentId}`)
}

/** Makes a content the newest, and records the items that are not in it as removed. */
export async function makeNewest(
  tx: Queryable,
  datasetId: DatasetId,
  oldId: number | null,
  newId: number,
  now: Temporal.Instant,
): Promise<void> {
  if (oldId !== null) {
    await tx.query(
      unnamed(
        `insert into removed_dataset_items (id, dataset_id, key, item_values, translations, removed_at)
         select id, $1, key, item_values, translations, $2 from ${tableOf(oldId)} as old
         where not exists (select from ${tableOf(newId)} as new where new.key = old.key)`,
        [datasetId, now.toString()],
      ),
    )
    await deleteReturned(tx, datasetId, newId)
  }
  await tx.query(sql`update datasets set newest_content_id = ${newId} where id = ${datasetId}`)
}

/** Makes the newest content live, and retires the one before it. */
export async function makeLive(tx: Queryable, datasetId: DatasetId, newId: number): Promise<void> {
  await tx.query(sql`
    update dataset_contents set retired_at = now() from datasets
    where datasets.id = ${datasetId} and dataset_contents.id = content_id
      and content_id <> ${newId}`)
  await tx.query(sql`update datasets set content_id = ${newId} where id = ${datasetId}`)
}

/** Items that come back are no longer recorded as removed. */
export async function deleteReturned(
  tx: Queryable,
  datasetId: DatasetId,
  contentId: number,
): Promise<void> {
  await tx.query(
    unnamed(
      `delete from removed_dataset_items as removed
       using ${tableOf(contentId)} as new where removed.dataset_id = $1 and new.key = removed.key`,
      [datasetId],
    ),
  )
}

export async function dropContent(tx: Queryable, contentId: number): Promise<void> {
  await tx.query(sql`select drop_dataset_content(${contentId})`)
  await tx.query(sql`delete from dataset_contents where id = ${contentId}`)
}

/** A statement that began before the switch may still read the old content, but not for long. */
export async function selectRetiredContents(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from dataset_contents where retired_at < now() - interval '1 minute'
      and not exists (select from dataset_bindings where content_id = dataset_contents.id)
    order by id for update skip locked limit 100`)
  return rows.map((row) => row.id)
}

/**
 * What is live of the dataset, or what was brought last where nothing is. Until the end of the
 * transaction it is not tidied away, even when an import replaces it: what is locked so is skipped.
 */
export async function holdContent(
  tx: Queryable,
  datasetId: DatasetId,
): Promise<{ readonly id: number; readonly layout: Layout } | null> {
  const rows = await tx.query<{ id: number; layout: Layout }>(sql`
    select dataset_contents.id, layout from dataset_contents
    join datasets on dataset_contents.id = coalesce(content_id, newest_content_id)
    where datasets.id = ${datasetId} for key share of dataset_contents`)
  return rows[0] ?? null
}

interface PortionRow extends Pick<ItemRow, 'translations'> {
  readonly position: number
  readonly item_values: JsonObject
}

/** The next items, as many as fit, and at least one where there is one. */
export async function selectPortion(
  tx: Queryable,
  contentId: number,
  afterPosition: number,
  { itemsMax, bytesMax }: { readonly itemsMax: number; readonly bytesMax: number },
): Promise<PortionRow[]> {
  return tx.query<PortionRow>(
    unnamed(
      `select position, item_values, translations from (
         select position, item_values, translations, row_number() over so_far as nth,
           sum(octet_length(item_values::text) + octet_length(translations::text)) over so_far as bytes
         from (select position, item_values, translations from ${tableOf(contentId)}
           where position > $1 order by position limit ${itemsMax}) as next_ones
         window so_far as (order by position)) as summed
       where nth = 1 or bytes <= ${bytesMax} order by position`,
      [afterPosition],
    ),
  )
}

export async function selectFirstItemId(
  db: Queryable,
  contentId: number,
): Promise<DatasetItemId | null> {
  const rows = await db.query<{ id: DatasetItemId }>(
    unnamed(`select id from ${tableOf(contentId)} order by position limit 1`),
  )
  return rows[0]?.id ?? null
}

/** How many different texts there are in a field. */
export async function countDistinct(
  db: Queryable,
  contentId: number,
  { stem }: Pick<FieldColumns, 'stem'>,
): Promise<number> {
  const rows = await db.query<{ count: number }>(
    unnamed(`select count(distinct ${stem}_s) as count from ${tableOf(contentId)}`),
  )
  return rows[0]?.count ?? 0
}

/** Frozen: the table is new in this transaction, which saves later vacuum work. */
export function copyStatement(content: Content): string {
  const columns = tableColumns(content.layout).map(({ name }) => name)
  return `copy ${tableOf(content.id)} (${columns.join(', ')}) from stdin with (freeze)`
}
