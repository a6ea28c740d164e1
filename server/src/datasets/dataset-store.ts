import {
  type AccountId,
  type DatasetId,
  type ProductId,
  type ProductVersionId,
  mintId,
} from '../kernel/index.ts'
import { type Fragment, type Queryable, compose, fragment, json, sql } from '../database/index.ts'
import type { Content, Layout } from './content.ts'
import type { Dataset, DatasetField, DatasetForm, OwnedDataset } from './dataset.ts'
import { definitionsOf } from './item-index.ts'

interface DatasetRow {
  id: DatasetId
  account_id: AccountId
  product_id: ProductId | null
  key: string
  name: string
  languages: string[]
  access: 'public' | 'locked'
  key_field: string
  fields: DatasetField[]
}

/** Who brings a dataset: a product with its folder, or null for an import of its own. */
export interface DatasetOwner extends Pick<Dataset, 'accountId' | 'key' | 'fields'> {
  readonly productId: ProductId | null
}

/**
 * Creates the dataset, or finds and locks it if it belongs to this owner, until the end of the
 * transaction. Returns undefined where the key belongs to another owner.
 */
export async function lockDataset(
  tx: Queryable,
  { accountId, productId, key, fields }: DatasetOwner,
  now: Temporal.Instant,
): Promise<DatasetId | undefined> {
  const rows = await tx.query<{ id: DatasetId }>(sql`
    insert into datasets (id, account_id, product_id, key, once_hidden, created_at)
    values (${mintId('dat', now)}, ${accountId}, ${productId}, ${key}, ${hiddenIn(fields)}, ${now})
    on conflict (account_id, key) do update set once_hidden = array(
      select unnest(datasets.once_hidden) union select unnest(excluded.once_hidden))
    where datasets.product_id is not distinct from excluded.product_id
    returning id`)
  return rows[0]?.id
}

/** The owner of a key. */
export interface KeyHolder {
  readonly id: DatasetId
  readonly key: string
  readonly productId: ProductId | null
}

/** An account's datasets with these keys, also those that were never live. */
export async function selectKeyHolders(
  db: Queryable,
  accountId: AccountId,
  keys: readonly string[],
): Promise<KeyHolder[]> {
  return db.query<KeyHolder>(sql`
    select id, key, product_id as "productId" from datasets
    where account_id = ${accountId} and key = any (${[...keys]}::text[])`)
}

/** An account's live datasets. */
export async function selectDatasets(db: Queryable, accountId: AccountId): Promise<OwnedDataset[]> {
  const rows = await db.query<DatasetRow>(sql`
    select datasets.id, account_id, product_id, key, name, languages, access, key_field, fields
    from datasets join dataset_contents on dataset_contents.id = content_id
    where account_id = ${accountId} order by key`)
  return rows.map(toDataset)
}

/** The datasets that a product version is bound to, with the bound contents. */
export async function selectBoundDatasets(
  db: Queryable,
  versionId: ProductVersionId,
): Promise<OwnedDataset[]> {
  const rows = await db.query<DatasetRow>(sql`
    select datasets.id, account_id, product_id, key, name, languages, access, key_field, fields
    from dataset_bindings join datasets on datasets.id = dataset_bindings.dataset_id
      join dataset_contents on dataset_contents.id = dataset_bindings.content_id
    where product_version_id = ${versionId} order by key`)
  return rows.map(toDataset)
}

export async function insertBinding(
  tx: Queryable,
  versionId: ProductVersionId,
  datasetId: DatasetId,
  contentId: number,
): Promise<void> {
  await tx.query(sql`
    insert into dataset_bindings (product_version_id, dataset_id, content_id)
    values (${versionId}, ${datasetId}, ${contentId})`)
}

/** Makes the bound contents of a version's own datasets live. Returns whether any changed. */
export async function updateLiveContents(
  tx: Queryable,
  productId: ProductId,
  versionId: ProductVersionId,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update datasets set content_id = bound.content_id from dataset_bindings as bound
    where bound.product_version_id = ${versionId} and datasets.id = bound.dataset_id
      and datasets.product_id = ${productId}
      and datasets.content_id is distinct from bound.content_id
    returning datasets.id`)
  return rows.length > 0
}

export interface StoredContent extends Content {
  readonly contentHash: string
  /** The ways to search and sort that an index serves. */
  readonly indexes: readonly string[]
  /** What those indexes are on. */
  readonly built: ReadonlySet<string>
}

/** A dataset with one of its contents. */
export interface OpenDataset {
  readonly dataset: OwnedDataset
  readonly content: StoredContent
}

interface OpenDatasetRow extends DatasetRow {
  content_id: number
  layout: Layout
  items: number
  content_hash: string
  indexes: string[]
}

/** A dataset with the content that a version is bound to, or else with its live content. */
export async function selectDatasetContent(
  db: Queryable,
  id: DatasetId,
  versionId: ProductVersionId | null = null,
): Promise<OpenDataset | undefined> {
  return selectOpenDataset(
    db,
    id,
    fragment`coalesce((select bound.content_id from dataset_bindings as bound
      where product_version_id = ${versionId} and bound.dataset_id = datasets.id), datasets.content_id)`,
  )
}

/** A dataset with its newest content, live or not. */
export async function selectNewestContent(
  db: Queryable,
  id: DatasetId,
): Promise<OpenDataset | undefined> {
  return selectOpenDataset(db, id, fragment`newest_content_id`)
}

async function selectOpenDataset(
  db: Queryable,
  id: DatasetId,
  contentId: Fragment,
): Promise<OpenDataset | undefined> {
  const [row] = await db.query<OpenDatasetRow>(compose`
    select datasets.id, account_id, product_id, key, name, languages, access, key_field, fields,
      contents.id as content_id, layout, items, content_hash,
      array(select shape from dataset_indexes
        where dataset_indexes.content_id = contents.id) as indexes
    from datasets join dataset_contents as contents on contents.id = ${contentId}
    where datasets.id = ${id}`)
  if (row === undefined) return undefined
  const { content_id: contentIdFound, layout, items, content_hash: contentHash, indexes } = row
  const built = definitionsOf(layout, indexes)
  const content = { id: contentIdFound, layout, items, contentHash, indexes, built }
  return { dataset: toDataset(row), content }
}

/** One of the dataset's contents with exactly these items and this form. */
export async function selectContentLike(
  tx: Queryable,
  datasetId: DatasetId,
  contentHash: string,
  form: DatasetForm,
): Promise<number | undefined> {
  const rows = await tx.query<{ id: number }>(sql`
    select id from dataset_contents
    where dataset_id = ${datasetId} and content_hash = ${contentHash} and retired_at is null
      and name = ${form.name} and languages = ${[...form.languages]}::text[]
      and access = ${form.access} and key_field = ${form.keyField}
      and fields = ${json(form.fields)}::jsonb
    order by id desc limit 1`)
  return rows[0]?.id
}

function hiddenIn(fields: readonly DatasetField[]): string[] {
  return fields.filter(({ hidden }) => hidden).map(({ name }) => name)
}

function toDataset(row: DatasetRow): OwnedDataset {
  return {
    id: row.id,
    accountId: row.account_id,
    productId: row.product_id,
    key: row.key,
    name: row.name,
    languages: row.languages,
    access: row.access,
    keyField: row.key_field,
    fields: row.fields,
  }
}
