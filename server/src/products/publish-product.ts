import { type Clock, type ProductVersionId } from '../kernel/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { publishContents } from '../datasets/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Account } from '../identity/index.ts'
import { assertProvidersDeclared } from './check-providers.ts'
import { assertFieldsKept } from './needed-fields.ts'
import { type StoredProduct, selectProduct } from './product-store.ts'
import { type Publication, updateLiveVersion } from './push-store.ts'
import { productVersionNotFound } from './reasons.ts'

export interface Published extends Publication {
  readonly product: StoredProduct
}

/** Makes a version the live one. Policies keep the version they were sold on. */
export async function publishProduct(
  deps: { readonly db: Database; readonly clock: Clock },
  insurer: Account,
  versionId: ProductVersionId,
  /** What else belongs in the same transaction. */
  alongside?: (tx: Transaction, published: Published, now: Temporal.Instant) => Promise<void>,
): Promise<StoredProduct> {
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const publication = await updateLiveVersion(tx, insurer.id, versionId, now)
    if (publication === undefined) {
      throw productVersionNotFound(versionId)
    }
    const { productId } = publication
    await publishContents(tx, productId, versionId)
    const product = await selectProduct(tx, insurer.id, productId)
    if (product === undefined) throw new Error('a published version has a product')
    await assertFieldsKept(
      tx,
      insurer,
      (missed, owner) => missed.product === product.key || owner === productId,
    )
    await assertProvidersDeclared(tx, insurer, versionId)
    await recordEvents(
      tx,
      [
        {
          type: 'product.published',
          about: { id: productId, livemode: true, insurerId: insurer.id, distributorId: null },
          data: { product_version_id: versionId },
        },
      ],
      now,
    )
    await alongside?.(tx, { ...publication, product }, now)
    await announceChange(tx, 'products')
    return product
  })
}
