import type { Queryable } from '../database/index.ts'
import { type DatasetSummary, selectDatasetSummary, datasetNotFound } from '../datasets/index.ts'
import type { Caller } from '../identity/index.ts'

/** A dataset of this insurer's, by its key or its id. */
export async function managedDataset(
  db: Queryable,
  caller: Caller,
  keyOrId: string,
): Promise<DatasetSummary> {
  // No key has a NUL, and the database could not be asked for one.
  const dataset = keyOrId.includes('\0')
    ? undefined
    : await selectDatasetSummary(db, caller.account.id, keyOrId)
  if (dataset === undefined) throw datasetNotFound(keyOrId)
  return dataset
}
