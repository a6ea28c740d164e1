import type { AccountId } from '../kernel/index.ts'
import {
  type Fragment,
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  pageOf,
  windowOf,
} from '../database/index.ts'
import type { Dataset } from './dataset.ts'

/** A dataset as its owner sees it in a list. */
export interface DatasetSummary extends Dataset {
  /** As counted by the import. */
  readonly items: number
  readonly createdAt: Temporal.Instant
  /** Null before its first import. */
  readonly importedAt: Temporal.Instant | null
}

/** An account's datasets, newest first. */
export async function searchDatasets(
  db: Queryable,
  accountId: AccountId,
  page: Page,
): Promise<PageRows<DatasetSummary>> {
  const window = windowOf(page)
  const conditions = [fragment`account_id = ${accountId}`, ...window.conditions]
  return pageOf(await select(db, conditions, window.order), page)
}

/** One of an account's datasets, by its key or its id. */
export async function selectDatasetSummary(
  db: Queryable,
  accountId: AccountId,
  keyOrId: string,
): Promise<DatasetSummary | undefined> {
  const conditions = [
    fragment`account_id = ${accountId}`,
    fragment`(key = ${keyOrId} or id = ${keyOrId})`,
  ]
  return (await select(db, conditions, fragment`limit 1`))[0]
}

function select(db: Queryable, conditions: Fragment[], order: Fragment): Promise<DatasetSummary[]> {
  return db.query<DatasetSummary>(compose`
    select id, account_id as "accountId", key, name, languages, access, key_field as "keyField",
      fields, created_at as "createdAt", coalesce(items, 0) as items, imported_at as "importedAt"
    from datasets left join (
      select id as content, items, created_at as imported_at from dataset_contents
    ) as contents on content = content_id
    where ${conditions} ${order}`)
}
