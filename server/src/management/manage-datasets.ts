import type { Queryable } from '../database/index.ts'
import { type DatasetSummary, selectDatasetSummary, datasetNotFound } from '../datasets/index.ts'
import type { Caller } from '../identity/index.ts'
import { type DatasetUse, datasetUses } from '../products/index.ts'

/** A dataset with whose it is and which products read it. */
export type ManagedDataset = DatasetSummary & DatasetUse

export async function describeUses(
  db: Queryable,
  caller: Caller,
  datasets: readonly DatasetSummary[],
): Promise<ManagedDataset[]> {
  return datasetUses(db, caller.account, datasets)
}

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
