import { type Clock, type ProductId, type ProductVersionId, Refusal } from '../kernel/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Account } from '../identity/index.ts'
import { type Publication, updateLiveVersion } from './push-store.ts'

/** Makes a version the live one. Policies keep the version they were sold on. */
export async function publishProduct(
  deps: { readonly db: Database; readonly clock: Clock },
  insurer: Account,
  versionId: ProductVersionId,
  /** What else belongs in the same transaction. */
  alongside?: (tx: Transaction, published: Publication, now: Temporal.Instant) => Promise<void>,
): Promise<ProductId> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const published = await updateLiveVersion(tx, insurer.id, versionId, now)
    if (published === undefined) {
      throw new Refusal('not_found', `Product version ${versionId} was not found.`)
    }
    const { productId } = published
    await recordEvents(
      tx,
      [
        {
          type: 'product.published',
          livemode: true,
          insurerId: insurer.id,
          distributorId: null,
          subjectId: productId,
          data: { product_version_id: versionId },
        },
      ],
      now,
    )
    await alongside?.(tx, published, now)
    await announceChange(tx, 'products')
    return productId
  })
}
