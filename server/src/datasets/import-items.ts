import { type Queryable, announceChange } from '../database/index.ts'
import {
  completeContent,
  copyOtherItems,
  dropContent,
  makeLive,
  makeNewest,
  updateForm,
} from './content-store.ts'
import { type StoredContent, selectNewestContent } from './dataset-store.ts'
import { type FillRequest, assertKeysDiffer, fillContent } from './fill-content.ts'
import { type ItemChanges, allNew, unchanged } from './item-changes.ts'
import { rebuildIndexes } from './item-index.ts'
import { mergeInPlace } from './merge-in-place.ts'
import { countChanges } from './merge-store.ts'

/** Replace: the items are exactly these. Merge: these are added or changed, the others stay. */
export type ImportMode = 'replace' | 'merge'

export interface ImportRequest extends FillRequest {
  readonly mode: ImportMode
}

export interface ImportResult extends ItemChanges {
  readonly items: number
  /** False where the content was the same before. */
  readonly isNew: boolean
}

/**
 * Fills a new content of a shared dataset and makes it live, or merges it into the old one, in the
 * caller's transaction. The caller has locked the dataset, so that its imports come one after the
 * other.
 */
export async function importItems(
  tx: Queryable,
  request: ImportRequest,
  now: Temporal.Instant,
): Promise<ImportResult> {
  const { dataset, mode } = request
  const old = (await selectNewestContent(tx, dataset.id))?.content ?? null
  const base = mode === 'merge' ? old : null
  const { content, contentHash } = await fillContent(tx, request, { old, base }, now)
  if (contentHash === old?.contentHash) {
    await dropContent(tx, content.id)
    await updateForm(tx, old.id, dataset)
    return { items: old.items, isNew: false, ...unchanged(old.items) }
  }
  await assertKeysDiffer(tx, content, dataset.keyField, request.file)
  if (base !== null) {
    const merge = { datasetId: dataset.id, base, brought: content, contentHash }
    const changes = await mergeInPlace(tx, merge, now)
    if (changes !== null) return announceMerge(tx, base, changes)
    await copyOtherItems(tx, base, content)
  }
  const items = await completeContent(tx, content, contentHash)
  const changes = old === null ? allNew(items) : await countChanges(tx, old.id, content.id)
  await makeNewest(tx, dataset.id, old?.id ?? null, content.id, now)
  await makeLive(tx, dataset.id, content.id)
  await rebuildIndexes(tx, dataset, { ...content, items }, old?.indexes ?? [])
  await announceChange(tx, 'datasets')
  return { items, isNew: true, ...changes }
}

async function announceMerge(
  tx: Queryable,
  base: StoredContent,
  changes: ItemChanges,
): Promise<ImportResult> {
  const isNew = changes.added + changes.changed > 0
  if (isNew) await announceChange(tx, 'datasets')
  return { items: base.items + changes.added, isNew, ...changes }
}
