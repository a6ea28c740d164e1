import type { ProductVersionId } from '../kernel/index.ts'
import { recordAudit } from '../audit/index.ts'
import type { Caller } from '../identity/index.ts'
import {
  type ProductFiles,
  type PushResult,
  type PushDeps,
  type PushedProduct,
  type StoredProduct,
  publishProduct,
  pushProduct,
} from '../products/index.ts'
import { type Receipt, settleClaim } from '../retries/index.ts'

type Deps = PushDeps

/** Keeps a folder as a draft version, and notes who did. */
export function pushAsManager(
  deps: Deps,
  caller: Caller,
  files: ProductFiles,
  receipt: Receipt<PushedProduct> | null,
): Promise<PushResult> {
  return pushProduct(deps, caller.account, files, async (tx, pushed, now) => {
    if (pushed.isNew) {
      const change = { action: 'product.pushed', subjectId: pushed.productId } as const
      const after = { product_version_id: pushed.versionId }
      await recordAudit(tx, caller, { ...change, before: null, after }, now)
    }
    await settleClaim(tx, receipt, pushed)
  })
}

/** Makes a version live; with an earlier version, that is the way back. */
export async function publishAsManager(
  deps: Deps,
  caller: Caller,
  versionId: ProductVersionId,
  receipt: Receipt<StoredProduct> | null,
): Promise<StoredProduct> {
  return publishProduct(deps, caller.account, versionId, async (tx, published, now) => {
    const change = { action: 'product.published', subjectId: published.productId } as const
    const before = { product_version_id: published.versionIdBefore }
    const after = { product_version_id: versionId }
    await recordAudit(tx, caller, { ...change, before, after }, now)
    await settleClaim(tx, receipt, published.product)
  })
}
