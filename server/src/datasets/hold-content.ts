import type { DatasetId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'
import type { Layout } from './content.ts'

/**
 * What is live of the dataset, or what was brought last where nothing is. Until the end of the transaction it is not tidied
 * away, even when an import replaces it: what is locked so is skipped.
 */
export async function holdContent(
  tx: Queryable,
  datasetId: DatasetId,
): Promise<{ readonly id: number; readonly layout: Layout } | null> {
  const rows = await tx.query<{ id: number; layout: Layout }>(sql`
    select dataset_contents.id, layout from dataset_contents
    join datasets on dataset_contents.id = coalesce(content_id, newest_content_id)
    where datasets.id = ${datasetId} for key share of dataset_contents`)
  return rows[0] ?? null
}
