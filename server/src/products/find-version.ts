import type { ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { type Caller, allowsProduct, limitsOf } from '../identity/index.ts'
import { draftNeedsTestKey, pageNotAllowed, productVersionNotFound } from './reasons.ts'
import { selectOriginsInForce, selectSellableVersion } from './product-store.ts'

/** A version, if the caller may quote on it: the insurer, or a distributor who sells the product. */
export async function findVersion(
  db: Queryable,
  caller: Caller,
  id: ProductVersionId,
): Promise<ProductVersionId> {
  const version = await selectSellableVersion(db, caller.account.id, id)
  // Reading data has no permission of its own: it belongs to the forms that ask for prices.
  const limits = limitsOf(caller.grants, 'quotes.create')
  if (version === undefined || !allowsProduct(limits, version.productId))
    throw productVersionNotFound(id)
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  await assertPageReads(db, caller, id)
  return version.id
}

/**
 * Who asks for data names no integration, so a page may read what any integration of the account
 * would let it sell.
 */
async function assertPageReads(
  db: Queryable,
  { page, account }: Caller,
  id: ProductVersionId,
): Promise<void> {
  if (page === null) return
  const lists = await selectOriginsInForce(db, account.id, id)
  const [first] = lists
  const isAllowed = lists.some(({ origins }) => origins.length === 0 || origins.includes(page))
  if (first !== undefined && !isAllowed) throw pageNotAllowed(page, first.integrationId)
}
