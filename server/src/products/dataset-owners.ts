import type { Problem, ProductId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type KeyHolder, selectKeyHolders } from '../datasets/index.ts'
import type { Account } from '../identity/index.ts'
import type { ProductDefinition } from './product-definition.ts'
import { selectProductByKey, selectProductKey } from './product-store.ts'

/** A folder brings datasets of its own: the key of another product's, or a shared one's, is refused. */
export async function refuseTakenDatasets(
  db: Queryable,
  insurer: Account,
  product: Pick<ProductDefinition, 'key' | 'datasets'>,
  known?: readonly KeyHolder[],
): Promise<Problem[]> {
  if (product.datasets.length === 0) return []
  const holders = known ?? (await datasetHolders(db, insurer, product))
  const own = await selectProductByKey(db, insurer.id, product.key)
  const problems: Problem[] = []
  for (const holder of holders) {
    if (own !== undefined && holder.productId === own.id) continue
    problems.push(await taken(db, insurer, holder))
  }
  return problems
}

/** Who has the keys of a folder's datasets now. */
export async function datasetHolders(
  db: Queryable,
  insurer: Account,
  { datasets }: Pick<ProductDefinition, 'datasets'>,
): Promise<KeyHolder[]> {
  return selectKeyHolders(
    db,
    insurer.id,
    datasets.map(({ key }) => key),
  )
}

async function taken(db: Queryable, insurer: Account, holder: KeyHolder): Promise<Problem> {
  const { key, productId } = holder
  const place = { file: `datasets/${key}.yaml`, place: '' }
  const otherKey = 'Give the dataset of this folder another key'
  if (productId === null) {
    return {
      ...place,
      message: `The dataset ${key} was imported on its own, and is shared by all products.`,
      mend: `${otherKey}, or remove it here: rules may name the shared one.`,
    }
  }
  const owner = await ownerKey(db, insurer, productId)
  return {
    ...place,
    message: `The dataset ${key} belongs to the product ${owner}.`,
    mend: `${otherKey}, or remove it here: rules may name that of ${owner}, and get what is live.`,
  }
}

/** The key of the product that a dataset belongs to. */
export async function ownerKey(
  db: Queryable,
  insurer: Pick<Account, 'id'>,
  productId: ProductId,
): Promise<string> {
  const key = await selectProductKey(db, insurer.id, productId)
  if (key === undefined) throw new Error(`product ${productId} has a dataset and is gone`)
  return key
}
