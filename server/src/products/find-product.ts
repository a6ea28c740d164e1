import type { ProductId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Caller, isWithin } from '../identity/index.ts'
import {
  type StoredProduct,
  selectProduct,
  selectProductByKey,
  selectProducts,
} from './product-store.ts'
import { productNotFound } from './reasons.ts'

/** A product of the insurer, by its id or key, if the caller is not limited to others. */
export async function findProduct(
  db: Queryable,
  caller: Pick<Caller, 'account' | 'limits'>,
  idOrKey: string,
): Promise<StoredProduct> {
  const product = await selectProduct(db, caller.account.id, idOrKey)
  if (product === undefined || !isProductSeen(caller, product.id)) throw productNotFound(idOrKey)
  return product
}

/** Refuses the key of a new product, and of one that the caller does not see. */
export async function assertKeySeen(db: Queryable, caller: Caller, key: string): Promise<void> {
  const product = await selectProductByKey(db, caller.account.id, key)
  if (product === undefined || !isProductSeen(caller, product.id)) throw productNotFound(key)
}

/** All that was pushed: what is only tried out is not among them. */
export async function listProducts(db: Queryable, caller: Caller): Promise<StoredProduct[]> {
  const products = await selectProducts(db, caller.account.id)
  return products.filter(({ id }) => isProductSeen(caller, id))
}

/** A product concerns all who sell it. */
export function isProductSeen({ limits }: Pick<Caller, 'limits'>, productId: ProductId): boolean {
  return isWithin(limits, { productId, distributorId: null })
}
