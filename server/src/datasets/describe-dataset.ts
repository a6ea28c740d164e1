import type { DatasetId, DatasetItemId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { columnsOf } from './content.ts'
import { countDistinct, selectFirstItemId } from './content-store.ts'
import { selectDatasetContent } from './dataset-store.ts'

export async function findFirstItem(
  db: Queryable,
  datasetId: DatasetId,
): Promise<DatasetItemId | null> {
  const found = await selectDatasetContent(db, datasetId)
  return found === undefined ? null : selectFirstItemId(db, found.content.id)
}

/** The number of items, and the field with the fewest different values. */
export async function summarizeDataset(
  db: Queryable,
  datasetId: DatasetId,
  fields: readonly string[],
): Promise<{ count: number; fewestValues: string | null }> {
  const found = await selectDatasetContent(db, datasetId)
  if (found === undefined) return { count: 0, fewestValues: null }
  const { dataset, content } = found
  const kinds: { field: string; count: number }[] = []
  for (const field of fields) {
    const columns = columnsOf(content.layout, field, dataset.languages[0] ?? '')
    kinds.push({ field, count: await countDistinct(db, content.id, columns) })
  }
  const [fewest] = kinds.filter(({ count }) => count > 1).sort((a, b) => a.count - b.count)
  return { count: content.items, fewestValues: fewest?.field ?? null }
}
