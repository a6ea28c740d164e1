import {
  type AccountId,
  type DatasetId,
  type DatasetItemId,
  type JsonObject,
  mintId,
} from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { Content, Layout } from './content.ts'
import type { Dataset, DatasetField } from './dataset.ts'

interface DatasetRow {
  id: DatasetId
  account_id: AccountId
  key: string
  name: string
  languages: string[]
  access: 'public' | 'locked'
  key_field: string
  fields: DatasetField[]
}

/** Makes the dataset or changes what is said about it. Until the end of the transaction it is ours. */
export async function upsertDataset(
  tx: Queryable,
  dataset: Omit<Dataset, 'id'>,
  now: Temporal.Instant,
): Promise<Dataset> {
  const rows = await tx.query<DatasetRow>(sql`
    insert into datasets (id, account_id, key, name, languages, access, key_field, fields,
      once_hidden, created_at)
    values (${mintId('dat', now)}, ${dataset.accountId}, ${dataset.key}, ${dataset.name},
      ${[...dataset.languages]}, ${dataset.access}, ${dataset.keyField},
      ${json(dataset.fields)}::jsonb, ${hiddenIn(dataset)}, ${now})
    on conflict (account_id, key) do update set name = excluded.name,
      languages = excluded.languages, access = excluded.access, key_field = excluded.key_field,
      fields = excluded.fields, once_hidden = array(
        select unnest(datasets.once_hidden) union select unnest(excluded.once_hidden))
    returning id, account_id, key, name, languages, access, key_field, fields`)
  const row = rows[0]
  if (row === undefined) throw new Error('an upsert returns its row')
  return toDataset(row)
}

function hiddenIn({ fields }: Pick<Dataset, 'fields'>): string[] {
  return fields.filter(({ hidden }) => hidden).map(({ name }) => name)
}

export async function selectDatasets(db: Queryable, accountId: AccountId): Promise<Dataset[]> {
  const rows = await db.query<DatasetRow>(sql`
    select id, account_id, key, name, languages, access, key_field, fields
    from datasets where account_id = ${accountId} order by key`)
  return rows.map(toDataset)
}

export interface StoredContent extends Content {
  readonly contentHash: string
  /** The ways to search and sort that an index serves. */
  readonly indexes: readonly string[]
}

interface DatasetWithContentRow extends DatasetRow {
  content_id: number | null
  layout: Layout
  items: number
  content_hash: string
  indexes: string[]
}

/** A dataset with the content that it points to now, in one look; null before its first import. */
export async function selectDatasetContent(
  db: Queryable,
  id: DatasetId,
): Promise<{ dataset: Dataset; content: StoredContent | null } | undefined> {
  const rows = await db.query<DatasetWithContentRow>(sql`
    select datasets.id, account_id, key, name, languages, access, key_field, fields, content_id,
      layout, items, content_hash,
      array(select shape from dataset_indexes
        where dataset_indexes.content_id = datasets.content_id) as indexes
    from datasets left join dataset_contents on dataset_contents.id = content_id
    where datasets.id = ${id}`)
  const row = rows[0]
  if (row === undefined) return undefined
  const { content_id: contentId, layout, items, content_hash: contentHash, indexes } = row
  const content = contentId === null ? null : { id: contentId, layout, items, contentHash, indexes }
  return { dataset: toDataset(row), content }
}

/** False where another import already has this moment. */
export async function insertImport(
  tx: Queryable,
  stamp: string,
  datasetId: DatasetId,
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into dataset_imports (stamp, dataset_id) values (${stamp}, ${datasetId})
    on conflict do nothing returning stamp`)
  return rows.length > 0
}

/** Where items come from, by the moments that their ids begin with; also of items that left. */
export async function selectHomes(
  db: Queryable,
  stamps: readonly string[],
): Promise<(ItemHome & { readonly stamp: string })[]> {
  const rows = await db.query<{
    stamp: string
    account_id: AccountId
    access: Dataset['access']
    fields: DatasetField[]
    once_hidden: string[]
  }>(sql`
    select stamp, account_id, access, fields, once_hidden
    from dataset_imports join datasets on datasets.id = dataset_id
    where stamp = any (${[...stamps]}::text[])`)
  return rows.map(({ stamp, account_id: accountId, access, fields, once_hidden: onceHidden }) => {
    return { stamp, accountId, access, hidden: hiddenNow(fields, onceHidden) }
  })
}

export interface ItemHome extends Pick<Dataset, 'accountId' | 'access'> {
  readonly hidden: ReadonlySet<string>
}

/** What is hidden, and what was hidden when it was last there. */
function hiddenNow(fields: readonly DatasetField[], onceHidden: readonly string[]): Set<string> {
  const visible = new Set(fields.filter(({ hidden }) => !hidden).map(({ name }) => name))
  return new Set([...onceHidden, ...hiddenIn({ fields })].filter((name) => !visible.has(name)))
}

export async function insertIndex(tx: Queryable, contentId: number, shape: string): Promise<void> {
  await tx.query(sql`
    insert into dataset_indexes (content_id, shape) values (${contentId}, ${shape})
    on conflict do nothing`)
}

export interface FoundItem {
  readonly id: DatasetItemId
  readonly dataset: Pick<Dataset, 'id' | 'accountId' | 'access' | 'languages' | 'fields'>
  readonly values: JsonObject
  readonly translations: Readonly<Record<string, JsonObject>>
}

interface FoundItemRow {
  item_id: DatasetItemId
  item_values: JsonObject
  translations: Record<string, JsonObject>
  id: DatasetId
  account_id: AccountId
  access: 'public' | 'locked'
  languages: string[]
  fields: DatasetField[]
}

/** The items that stand in some dataset now, however many are asked for, in one round trip. */
export async function selectItems(
  db: Queryable,
  ids: readonly DatasetItemId[],
): Promise<FoundItem[]> {
  const rows = await db.query<FoundItemRow>(sql`
    select found.id as item_id, item_values, translations, datasets.id, account_id, access,
      languages, fields
    from find_dataset_items(${[...ids]}::text[]) as found
    join datasets on datasets.id = found.dataset_id`)
  return rows.map(toFoundItem)
}

/** Texts that a field of a dataset may hold: see find_dataset_literals. */
export interface LiteralGroup {
  readonly dataset: DatasetId
  readonly field: string | null
  readonly exact: readonly string[]
  readonly begun: readonly string[]
  readonly folded: readonly string[]
  readonly numbers: readonly (number | null)[]
}

export interface LiteralAnswer {
  /** The place of its group. */
  readonly nth: number
  /** A text that stands there; or null, with the column that has no index to look into. */
  readonly found: string | null
  readonly unserved: string | null
}

/** Items and literals together, in one round trip. */
export async function selectItemsAndLiterals(
  db: Queryable,
  ids: readonly DatasetItemId[],
  groups: readonly LiteralGroup[],
  indexedItemsMin: number,
): Promise<{ items: FoundItem[]; answers: LiteralAnswer[] }> {
  const rows = await db.query<FoundItemRow | (LiteralAnswer & { item_id: null })>(sql`
    select found.id as item_id, item_values, translations, datasets.id, account_id, access,
      languages, fields, null::integer as nth, null::text as found, null::text as unserved
    from find_dataset_items(${[...ids]}::text[]) as found
    join datasets on datasets.id = found.dataset_id
    union all
    select null, null, null, null, null, null, null, null, nth, found, unserved
    from find_dataset_literals(${json(groups)}::jsonb, ${indexedItemsMin})`)
  const items: FoundItem[] = []
  const answers: LiteralAnswer[] = []
  for (const row of rows) {
    if (row.item_id === null) answers.push(row)
    else items.push(toFoundItem(row))
  }
  return { items, answers }
}

function toFoundItem(row: FoundItemRow): FoundItem {
  return {
    id: row.item_id,
    dataset: {
      id: row.id,
      accountId: row.account_id,
      access: row.access,
      languages: row.languages,
      fields: row.fields,
    },
    values: row.item_values,
    translations: row.translations,
  }
}

function toDataset(row: DatasetRow): Dataset {
  return {
    id: row.id,
    accountId: row.account_id,
    key: row.key,
    name: row.name,
    languages: row.languages,
    access: row.access,
    keyField: row.key_field,
    fields: row.fields,
  }
}
