import type { ProductId, ProductVersionId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { updateLiveContents } from './dataset-store.ts'

/** In the transaction that puts a version on sale: the datasets of its folder are switched with it. */
export async function publishContents(
  tx: Queryable,
  productId: ProductId,
  versionId: ProductVersionId,
): Promise<void> {
  if (await updateLiveContents(tx, productId, versionId)) await announceChange(tx, 'datasets')
}
