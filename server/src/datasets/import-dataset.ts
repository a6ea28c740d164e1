import { createHash } from 'node:crypto'
import { type Queryable, announceChange } from '../database/index.ts'
import type { Dataset, ItemRow } from './dataset.ts'
import { replaceItems, upsertDataset } from './dataset-store.ts'

/** Makes the dataset and its items what they are given as. Importing the same again changes nothing. */
export async function importDataset(
  tx: Queryable,
  definition: Omit<Dataset, 'id'>,
  items: readonly ItemRow[],
  now: Temporal.Instant,
): Promise<Dataset> {
  const { dataset, contentHash } = await upsertDataset(tx, definition, now)
  const newHash = createHash('sha256').update(JSON.stringify(items)).digest('hex')
  if (newHash !== contentHash) {
    await replaceItems(tx, dataset.id, items, newHash, now)
    await announceChange(tx, 'datasets')
  }
  return dataset
}
