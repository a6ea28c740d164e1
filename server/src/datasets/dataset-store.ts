import {
  type AccountId,
  type DatasetId,
  type DatasetItemId,
  type JsonObject,
  mintId,
} from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import type { Dataset, DatasetField, DatasetItem, ItemRow } from './dataset.ts'

interface DatasetRow {
  id: DatasetId
  account_id: AccountId
  key: string
  name: string
  languages: string[]
  access: 'public' | 'locked'
  key_field: string
  fields: DatasetField[]
  content_hash: string | null
}

export async function upsertDataset(
  db: Queryable,
  dataset: Omit<Dataset, 'id'>,
  now: Temporal.Instant,
): Promise<{ dataset: Dataset; contentHash: string | null }> {
  const rows = await db.query<DatasetRow>(sql`
    insert into datasets (id, account_id, key, name, languages, access, key_field, fields, created_at)
    values (${mintId('dat', now)}, ${dataset.accountId}, ${dataset.key}, ${dataset.name},
      ${[...dataset.languages]}, ${dataset.access}, ${dataset.keyField},
      ${json(dataset.fields)}::jsonb, ${now})
    on conflict (account_id, key) do update set name = excluded.name,
      languages = excluded.languages, access = excluded.access, key_field = excluded.key_field,
      fields = excluded.fields
    returning id, account_id, key, name, languages, access, key_field, fields, content_hash`)
  const row = rows[0]
  if (row === undefined) throw new Error('an upsert returns its row')
  return { dataset: toDataset(row), contentHash: row.content_hash }
}

export async function selectDatasets(db: Queryable, accountId: AccountId): Promise<Dataset[]> {
  const rows = await db.query<DatasetRow>(sql`
    select id, account_id, key, name, languages, access, key_field, fields, content_hash
    from datasets where account_id = ${accountId} order by key`)
  return rows.map(toDataset)
}

/** Items whose key stays keep their id; items that are gone are only marked, for the policies sold with them. */
export async function replaceItems(
  db: Queryable,
  datasetId: DatasetId,
  items: readonly ItemRow[],
  contentHash: string,
  now: Temporal.Instant,
): Promise<void> {
  const rows = items.map((item, position) => ({
    id: mintId('dai', now),
    key: item.key,
    position,
    item_values: item.values,
    translations: item.translations,
  }))
  await db.query(sql`
    insert into dataset_items (id, dataset_id, key, position, item_values, translations)
    select id, ${datasetId}, key, position, item_values, translations
    from jsonb_to_recordset(${json(rows)}::jsonb)
      as r(id text, key text, position int, item_values jsonb, translations jsonb)
    on conflict (dataset_id, key) do update set position = excluded.position,
      item_values = excluded.item_values, translations = excluded.translations, removed_at = null`)
  await db.query(sql`
    update dataset_items set removed_at = ${now}
    where dataset_id = ${datasetId} and removed_at is null
      and key <> all (${items.map((item) => item.key)}::text[])`)
  await db.query(sql`
    update datasets set content_hash = ${contentHash} where id = ${datasetId}`)
}

interface ItemRowStored {
  id: DatasetItemId
  dataset_id: DatasetId
  item_values: JsonObject
  first_translation: JsonObject | null
}

/** All items that an insurer's products may use, in one round trip: its own datasets and public ones. */
export async function selectUsableItems(
  db: Queryable,
  insurerId: AccountId,
  ids: readonly DatasetItemId[],
): Promise<DatasetItem[]> {
  const rows = await db.query<ItemRowStored>(sql`
    select dataset_items.id, dataset_id, item_values, translations -> languages[1] as first_translation
    from dataset_items join datasets on datasets.id = dataset_id
    where dataset_items.id = any (${[...ids]}::text[]) and removed_at is null
      and (account_id = ${insurerId} or access = 'public')`)
  return rows.map((row) => ({
    id: row.id,
    datasetId: row.dataset_id,
    values: { id: row.id, ...row.item_values, ...row.first_translation },
  }))
}

/** Of the literals asked for, those that stand in their dataset; answered by position. */
export async function selectLiteralsFound(
  db: Queryable,
  literals: readonly { datasetId: DatasetId; field: string | null; value: string }[],
): Promise<boolean[]> {
  const rows = await db.query<{ found: boolean }>(sql`
    select exists (
      select from dataset_items
      where dataset_id = l.dataset_id and removed_at is null and (
        item_values ->> l.field = l.value
        or (l.field is null and exists (
          select from jsonb_each_text(item_values) as v where v.value = l.value)))
    ) as found
    from rows from (jsonb_to_recordset(${json(literals)}::jsonb)
      as ("datasetId" text, field text, value text)) with ordinality as l(dataset_id, field, value, n)
    order by n`)
  return rows.map((row) => row.found)
}

export async function selectFirstItem(
  db: Queryable,
  datasetId: DatasetId,
): Promise<DatasetItemId | null> {
  const rows = await db.query<{ id: DatasetItemId }>(sql`
    select id from dataset_items where dataset_id = ${datasetId} and removed_at is null
    order by position limit 1`)
  return rows[0]?.id ?? null
}

/** How many items there are, and which of the fields tells the fewest kinds of them apart. */
export async function summarizeDataset(
  db: Queryable,
  datasetId: DatasetId,
  fields: readonly string[],
): Promise<{ count: number; fewestValues: string | null }> {
  const rows = await db.query<{ count: number; fewestValues: string | null }>(sql`
    select (select count(*) from dataset_items
        where dataset_id = ${datasetId} and removed_at is null) as count,
      (select field from unnest(${[...fields]}::text[]) as field,
          lateral (select count(distinct item_values ->> field) as kinds from dataset_items
            where dataset_id = ${datasetId} and removed_at is null) as c
        where kinds > 1 order by kinds limit 1) as "fewestValues"`)
  return rows[0] ?? { count: 0, fewestValues: null }
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
