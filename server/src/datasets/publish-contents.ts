import type { ProductId, ProductVersionId } from '../kernel/index.ts'
import { type Queryable, announceChange } from '../database/index.ts'
import { updateLiveContents } from './dataset-store.ts'

/** Makes the datasets of a folder live in the transaction that publishes its version. */
export async function publishContents(
  tx: Queryable,
  productId: ProductId,
  versionId: ProductVersionId,
): Promise<void> {
  if (await updateLiveContents(tx, productId, versionId)) await announceChange(tx, 'datasets')
}
