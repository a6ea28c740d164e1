import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  equal,
  fragment,
  searchPage,
} from '../database/index.ts'
import type { OwnedDataset } from './dataset.ts'

/** A dataset as its owner sees it in a list. */
export interface DatasetSummary extends OwnedDataset {
  /** As counted by the import. */
  readonly items: number
  readonly createdAt: Temporal.Instant
  readonly importedAt: Temporal.Instant
  /**
   * False for a dataset of a product that was never published: its last pushed content is shown.
   */
  readonly isLive: boolean
}

const summaries = fragment`
  select id, account_id as "accountId", product_id as "productId", key, name, languages, access,
    key_field as "keyField", fields, created_at as "createdAt", items,
    imported_at as "importedAt", is_live as "isLive"
  from datasets join (
    select id as content, name, languages, access, key_field, fields, items,
      created_at as imported_at from dataset_contents
  ) as contents on content = coalesce(content_id, newest_content_id)
  cross join lateral (select content_id is not null as is_live) as live`

/** An account's datasets, newest first. */
export function searchDatasets(
  db: Queryable,
  accountId: AccountId,
  page: Page,
): Promise<PageRows<DatasetSummary>> {
  return searchPage(db, page, { select: summaries, where: equal({ account_id: accountId }) })
}

/** One of an account's datasets, by its key or its id. */
export async function selectDatasetSummary(
  db: Queryable,
  accountId: AccountId,
  keyOrId: string,
): Promise<DatasetSummary | undefined> {
  const rows = await db.query<DatasetSummary>(compose`
    ${summaries} where account_id = ${accountId} and (key = ${keyOrId} or id = ${keyOrId}) limit 1`)
  return rows[0]
}
