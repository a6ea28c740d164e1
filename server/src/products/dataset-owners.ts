import type { Problem, ProductId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type KeyHolder, selectKeyHolders } from '../datasets/index.ts'
import type { Account } from '../identity/index.ts'
import { namedDatasets } from './dataset-uses.ts'
import type { ProductDefinition } from './product-definition.ts'
import { selectProductKeys } from './product-store.ts'

/** Who has a key that a folder brings or names. */
export interface DatasetHolder extends KeyHolder {
  /** The key of the product that it belongs to; null where it is shared. */
  readonly product: string | null
  /** Whether that is the very product of the folder. */
  readonly isOwn: boolean
}

export async function datasetHolders(
  db: Queryable,
  insurer: Account,
  definition: ProductDefinition,
): Promise<DatasetHolder[]> {
  const keys = [...definition.datasets.map(({ key }) => key), ...namedDatasets(definition)]
  if (keys.length === 0) return []
  const holders = await selectKeyHolders(db, insurer.id, keys)
  const products = await selectProductKeys(db, insurer.id)
  return holders.map((holder) => {
    const product = holder.productId === null ? null : (products.get(holder.productId) ?? null)
    return { ...holder, product, isOwn: product === definition.key }
  })
}

/** A folder brings datasets of its own: the key of another product's, or a shared one's, is refused. */
export function refuseTakenDatasets(
  { datasets }: Pick<ProductDefinition, 'datasets'>,
  holders: readonly DatasetHolder[],
): Problem[] {
  const keys = new Set(datasets.map(({ key }) => key))
  return holders.filter(({ key, isOwn }) => keys.has(key) && !isOwn).map(taken)
}

function taken({ key, product }: DatasetHolder): Problem {
  const place = { file: `datasets/${key}.yaml`, place: '' }
  const otherKey = 'Give the dataset of this folder another key'
  if (product === null) {
    return {
      ...place,
      message: `The dataset ${key} was imported on its own, and is shared by all products.`,
      fix: `${otherKey}, or remove it here: rules may name the shared dataset.`,
    }
  }
  return {
    ...place,
    message: `The dataset ${key} belongs to the product ${product}.`,
    fix: `${otherKey}, or remove it here: rules may name the dataset of ${product}, and then use its live items.`,
  }
}

/** The key of the product that a dataset belongs to. */
export async function ownerKey(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  productId: ProductId,
): Promise<string> {
  const key = (await selectProductKeys(db, insurer.id)).get(productId)
  if (key === undefined) throw new Error(`product ${productId} has a dataset and is gone`)
  return key
}
