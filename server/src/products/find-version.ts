import type { ProductVersionId } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { draftNeedsTestKey, productVersionNotFound } from './reasons.ts'
import { selectSellableVersion } from './product-store.ts'

/** A version, if the caller may quote on it: the insurer, or a distributor who sells the product. */
export async function findVersion(
  db: Queryable,
  caller: Caller,
  id: ProductVersionId,
): Promise<ProductVersionId> {
  const version = await selectSellableVersion(db, caller.account.id, id)
  if (version === undefined) throw productVersionNotFound(id)
  if (!version.isPublished && caller.livemode) throw draftNeedsTestKey()
  return version.id
}
