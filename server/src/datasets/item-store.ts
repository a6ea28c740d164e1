import type {
  AccountId,
  DatasetId,
  DatasetItemId,
  JsonObject,
  ProductVersionId,
} from '../kernel/index.ts'
import { type Queryable, json, sql } from '../database/index.ts'
import { tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import type { Dataset, DatasetField } from './dataset.ts'
import { stampOf } from './stamp.ts'

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

/** What accounts that do not own an item may see of it. */
export interface ItemHome extends Pick<Dataset, 'accountId' | 'access'> {
  readonly hidden: ReadonlySet<string>
}

interface HomeRow {
  stamp: string
  account_id: AccountId
  once_hidden: string[]
  live_access: Dataset['access'] | null
  live_fields: DatasetField[] | null
  sold_access: Dataset['access'] | null
  sold_fields: DatasetField[] | null
}

/**
 * The datasets of items, by the moments that their ids begin with; also for removed items. A sale's
 * product version may be bound to another content than the live one.
 */
export async function selectHomes(
  db: Queryable,
  stamps: readonly string[],
  versionId: ProductVersionId,
): Promise<(ItemHome & { readonly stamp: string })[]> {
  const rows = await db.query<HomeRow>(sql`
    select stamp, account_id, once_hidden, live.access as live_access, live.fields as live_fields,
      sold.access as sold_access, sold.fields as sold_fields
    from dataset_imports join datasets on datasets.id = dataset_imports.dataset_id
      left join dataset_contents as live on live.id = datasets.content_id
      left join dataset_bindings as bound
        on bound.product_version_id = ${versionId} and bound.dataset_id = datasets.id
      left join dataset_contents as sold on sold.id = bound.content_id
    where stamp = any (${[...stamps]}::text[])`)
  return rows.map(toHome)
}

/** A field hidden in either content is hidden, also where a later content has removed it. */
function toHome(row: HomeRow): ItemHome & { readonly stamp: string } {
  const { stamp, account_id: accountId } = row
  const accesses = [row.live_access, row.sold_access]
  const isPublic = accesses.includes('public') && !accesses.includes('locked')
  const fields = [...(row.live_fields ?? []), ...(row.sold_fields ?? [])]
  const visible = new Set(fields.filter(({ hidden }) => !hidden).map(({ name }) => name))
  const hidden = fields.filter((field) => field.hidden).map(({ name }) => name)
  return {
    stamp,
    accountId,
    access: isPublic ? 'public' : 'locked',
    hidden: new Set([...hidden, ...row.once_hidden.filter((name) => !visible.has(name))]),
  }
}

/** The datasets of items, whether live, in a draft or removed. */
export async function selectItemKeys(
  db: Queryable,
  ids: readonly DatasetItemId[],
): Promise<{ id: DatasetItemId; datasetId: DatasetId; key: string }[]> {
  const homes = await db.query<{ datasetId: DatasetId; contentId: number }>(sql`
    select distinct datasets.id as "datasetId", newest_content_id as "contentId"
    from dataset_imports join datasets on datasets.id = dataset_id
    where stamp = any (${ids.map(stampOf)}::text[]) and newest_content_id is not null`)
  const keys = homes.map(({ datasetId, contentId }) =>
    db.query<{ id: DatasetItemId; datasetId: DatasetId; key: string }>(
      unnamed(
        `select id, key, $1 as "datasetId" from ${tableOf(contentId)} where id = any ($2::text[])
         union all select id, key, dataset_id from removed_dataset_items
         where dataset_id = $1 and id = any ($2::text[])`,
        [datasetId, ids],
      ),
    ),
  )
  return (await Promise.all(keys)).flat()
}

export interface FoundItem {
  readonly id: DatasetItemId
  readonly dataset: Pick<Dataset, 'id' | 'accountId' | 'key' | 'access' | 'languages' | 'fields'>
  readonly values: JsonObject
  readonly translations: Readonly<Record<string, JsonObject>>
}

interface FoundItemRow {
  item_id: DatasetItemId
  item_values: JsonObject
  translations: Record<string, JsonObject>
  id: DatasetId
  account_id: AccountId
  key: string
  access: 'public' | 'locked'
  languages: string[]
  fields: DatasetField[]
}

/**
 * The existing items among any number of ids, in one round trip: from the contents that the version
 * is bound to, and for other datasets from the live ones.
 */
export async function selectItems(
  db: Queryable,
  ids: readonly DatasetItemId[],
  versionId: ProductVersionId | null,
): Promise<FoundItem[]> {
  const rows = await db.query<FoundItemRow>(sql`
    select found.id as item_id, item_values, translations, datasets.id, account_id, key, access,
      languages, fields
    from find_dataset_items(${[...ids]}::text[], ${versionId}) as found
    join dataset_contents on dataset_contents.id = found.content_id
    join datasets on datasets.id = dataset_id`)
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
  /** The index of its group. */
  readonly nth: number
  /** A text that the field holds; or null, with the column that has no index. */
  readonly found: string | null
  readonly unserved: string | null
}

/** Items and literals in one round trip. */
export async function selectItemsAndLiterals(
  db: Queryable,
  ids: readonly DatasetItemId[],
  groups: readonly LiteralGroup[],
  versionId: ProductVersionId | null,
  indexedItemsMin: number,
): Promise<{ items: FoundItem[]; answers: LiteralAnswer[] }> {
  const rows = await db.query<FoundItemRow | (LiteralAnswer & { item_id: null })>(sql`
    select found.id as item_id, item_values, translations, datasets.id, account_id, key, access,
      languages, fields, null::integer as nth, null::text as found, null::text as unserved
    from find_dataset_items(${[...ids]}::text[], ${versionId}) as found
    join dataset_contents on dataset_contents.id = found.content_id
    join datasets on datasets.id = dataset_id
    union all
    select null, null, null, null, null, null, null, null, null, nth, found, unserved
    from find_dataset_literals(${json(groups)}::jsonb, ${versionId}, ${indexedItemsMin})`)
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
      key: row.key,
      access: row.access,
      languages: row.languages,
      fields: row.fields,
    },
    values: row.item_values,
    translations: row.translations,
  }
}
