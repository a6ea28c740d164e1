import type { Queryable } from '../database/index.ts'
import { type OwnedDataset, selectDatasets } from '../datasets/index.ts'
import type { Account } from '../identity/index.ts'
import type { ProductDefinition } from './product-definition.ts'
import { selectDatasetNames, selectProductKeys } from './product-store.ts'

/** Whose a dataset is, and which products read it. */
export interface DatasetUse {
  readonly key: string
  /** The key of the product that it belongs to; null where it is shared. */
  readonly product: string | null
  /** The keys of all products whose rules name it, on sale or, where they never were, as a draft. */
  readonly products: readonly string[]
}

/** Of datasets of an insurer's. */
export async function datasetUses<Found extends Pick<OwnedDataset, 'id' | 'key' | 'productId'>>(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  datasets: readonly Found[],
): Promise<(Found & DatasetUse)[]> {
  const [named, owners] = await Promise.all([
    selectDatasetNames(db, insurer.id),
    selectProductKeys(db, insurer.id),
  ])
  return datasets.map((dataset) => ({
    ...dataset,
    product: dataset.productId === null ? null : (owners.get(dataset.productId) ?? null),
    products: named
      .filter(({ dataset: name }) => name === dataset.key || name === dataset.id)
      .map(({ product }) => product),
  }))
}

/** Of the datasets that a folder brings, and of those that its rules name. */
export async function folderDatasetUses(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  definition: ProductDefinition,
): Promise<DatasetUse[]> {
  const names = new Set(namedDatasets(definition))
  const own = new Set(definition.datasets.map(({ key }) => key))
  const live = (await selectDatasets(db, insurer.id)).filter(
    ({ id, key }) => own.has(key) || names.has(key) || names.has(id),
  )
  const uses = await datasetUses(db, insurer, live)
  const known = new Map(uses.map((use) => [use.key, use]))
  const keys = [...own, ...uses.map(({ key }) => key).filter((key) => !own.has(key))]
  return keys.sort().map((key) => {
    const use = known.get(key)
    const isNamed = names.has(key) || (use !== undefined && names.has(use.id))
    const others = (use?.products ?? []).filter((product) => product !== definition.key)
    return {
      key,
      product: own.has(key) ? definition.key : (use?.product ?? null),
      products: (isNamed ? [...others, definition.key] : others).sort(),
    }
  })
}

/** What rules name, by key or id. They are kept as they were written, and keys of datasets need no quotes in them. */
export function namedDatasets(definition: ProductDefinition): string[] {
  return [...JSON.stringify(definition).matchAll(/in_dataset:([\w-]+)/g)].map(
    ([, name]) => name ?? '',
  )
}
