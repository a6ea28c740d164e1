import pg from 'pg'
import type { DatasetId } from '../kernel/index.ts'
import { type Queryable, inSavepoint } from '../database/index.ts'
import type { Content } from './content.ts'
import { countValues, deleteReturned, dropContent } from './content-store.ts'
import type { StoredContent } from './dataset-store.ts'
import type { ItemChanges } from './item-changes.ts'
import { hasAtMost, mergeItems, updateMerged } from './merge-store.ts'

export interface Merge {
  readonly datasetId: DatasetId
  readonly base: StoredContent
  /** The items to merge, in a table of their own with an index on the keys. */
  readonly brought: Content
  readonly contentHash: string
}

/**
 * Up to this share of changes, a content is updated in place; from twice as much a new one is
 * faster.
 */
const changedShareMax = 0.05
/** This few items are always updated in place. */
const changedItemsMin = 1_000

/**
 * Merges items into the existing content, at a cost that does not depend on its size. Readers see
 * none of the changes before the commit, and then all. Returns null, without a change, where
 * building a new content is better.
 */
export async function mergeInPlace(
  tx: Queryable,
  merge: Merge,
  now: Temporal.Instant,
): Promise<ItemChanges | null> {
  const { base, brought } = merge
  const itemsMax = Math.max(changedItemsMin, Math.floor(base.items * changedShareMax))
  if (!(await hasAtMost(tx, brought.id, itemsMax))) return null
  const written = await tryToWrite(tx, base, brought)
  if (written === null) return null
  const { added, changed } = written
  if (added + changed > 0) {
    const { contentHash } = merge
    await updateMerged(tx, base.id, { contentHash, items: base.items + added }, now)
  }
  await deleteReturned(tx, merge.datasetId, brought.id)
  await dropContent(tx, brought.id)
  return { added, changed, removed: 0, kept: base.items - changed }
}

const tooLarge = '54000'

/** Long texts may not fit into an index of the old content; a new content drops that index. */
async function tryToWrite(tx: Queryable, base: Content, brought: Content) {
  await countValues(tx, brought.id)
  try {
    return await inSavepoint(tx, () => mergeItems(tx, base, brought))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === tooLarge) return null
    throw error
  }
}
