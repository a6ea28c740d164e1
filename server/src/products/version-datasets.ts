import type { AccountId, ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type OwnedDataset, selectBoundDatasets, selectDatasets } from '../datasets/index.ts'

/** Finds a dataset by its key or id: as the version has it, or else as it is live. */
export type FindDataset = (keyOrId: string) => OwnedDataset | undefined

export async function versionDatasets(
  db: Queryable,
  version: { readonly id: ProductVersionId; readonly insurerId: AccountId },
): Promise<FindDataset> {
  const [bound, live] = await Promise.all([
    selectBoundDatasets(db, version.id),
    selectDatasets(db, version.insurerId),
  ])
  return (keyOrId) => [...bound, ...live].find(({ key, id }) => key === keyOrId || id === keyOrId)
}

/** What compiling rules must know of a dataset. */
export function compilable(dataset: OwnedDataset | undefined) {
  return dataset && { id: dataset.id, fields: dataset.fields.map((field) => field.name) }
}
