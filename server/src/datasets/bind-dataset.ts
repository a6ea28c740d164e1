import type { ProductId, ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { completeContent, dropContent, makeNewest } from './content-store.ts'
import type { Dataset } from './dataset.ts'
import {
  type StoredContent,
  lockDataset,
  insertBinding,
  selectContentLike,
  selectNewestContent,
} from './dataset-store.ts'
import { type FillRequest, assertKeysDiffer, fillContent } from './fill-content.ts'
import { type ItemPortions, fillRequestOf } from './import-dataset.ts'
import { rebuildIndexes } from './item-index.ts'

/** A dataset of a product's folder, for the product version of that folder. */
export interface FolderBinding {
  readonly productId: ProductId
  readonly versionId: ProductVersionId
  readonly definition: Omit<Dataset, 'id'>
  readonly items: ItemPortions
}

/**
 * Binds a version to a content with exactly these items, which is reused where it exists. Live
 * contents stay. Returns false where the key belongs to another owner.
 */
export async function bindDataset(
  tx: Queryable,
  { productId, versionId, definition, items }: FolderBinding,
  now: Temporal.Instant,
): Promise<boolean> {
  const id = await lockDataset(tx, { ...definition, productId }, now)
  if (id === undefined) return false
  const dataset: Dataset = { ...definition, id }
  const old = (await selectNewestContent(tx, id))?.content ?? null
  const contentId = await contentOf(tx, fillRequestOf(tx, dataset, items), old, now)
  if (contentId !== old?.id) await makeNewest(tx, id, old?.id ?? null, contentId, now)
  await insertBinding(tx, versionId, id, contentId)
  return true
}

async function contentOf(
  tx: Queryable,
  request: FillRequest,
  old: StoredContent | null,
  now: Temporal.Instant,
): Promise<number> {
  const { dataset, file } = request
  const { content, contentHash } = await fillContent(tx, request, { old, base: null }, now)
  const same = await selectContentLike(tx, dataset.id, contentHash, dataset)
  if (same !== undefined) {
    await dropContent(tx, content.id)
    return same
  }
  await assertKeysDiffer(tx, content, dataset.keyField, file)
  const items = await completeContent(tx, content, contentHash)
  await rebuildIndexes(tx, dataset, { ...content, items }, old?.indexes ?? [])
  return content.id
}
