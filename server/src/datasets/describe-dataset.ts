import type { DatasetId, DatasetItemId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { columnsOf, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import { selectDatasetContent } from './dataset-store.ts'

export async function selectFirstItem(
  db: Queryable,
  datasetId: DatasetId,
): Promise<DatasetItemId | null> {
  const content = (await selectDatasetContent(db, datasetId))?.content
  if (content === undefined) return null
  const rows = await db.query<{ id: DatasetItemId }>(
    unnamed(`select id from ${tableOf(content.id)} order by position limit 1`),
  )
  return rows[0]?.id ?? null
}

/** How many items there are, and which of the fields tells the fewest kinds of them apart. */
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
    const { stem } = columnsOf(content.layout, field, dataset.languages[0] ?? '')
    const [row] = await db.query<{ count: number }>(
      unnamed(`select count(distinct ${stem}_s) as count from ${tableOf(content.id)}`),
    )
    kinds.push({ field, count: row?.count ?? 0 })
  }
  const [fewest] = kinds.filter(({ count }) => count > 1).sort((a, b) => a.count - b.count)
  return { count: content.items, fewestValues: fewest?.field ?? null }
}
