import { createHash } from 'node:crypto'
import { type Problem, type ProductId, type ProductVersionId, mintId } from '../kernel/index.ts'
import { type Transaction, announceChange } from '../database/index.ts'
import { importDataset } from '../datasets/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Account } from '../identity/index.ts'
import type { CompiledProduct } from './folder/index.ts'
import type { ParsedProduct, ProductFiles } from './product-definition.ts'
import { selectNewestVersion } from './product-store.ts'
import {
  ensureIntegrationVersion,
  insertFiles,
  insertVersion,
  insertVersionIntegration,
  insertVersionItem,
  lockProduct,
  upsertIntegration,
  upsertItem,
  upsertPlan,
  upsertRevision,
} from './push-store.ts'
import { type CheckedProduct, type ValidateDeps, validateProduct } from './validate-product.ts'

export type PushResult =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | PushedProduct

export interface PushedProduct extends StoredPush {
  readonly ok: true
  readonly product: ParsedProduct
  readonly warnings: readonly Problem[]
}

/**
 * Checks a product folder whole and keeps it as a new draft version. All problems are told at
 * once, and then nothing has changed.
 */
export async function pushProduct(
  deps: ValidateDeps,
  insurer: Account,
  files: ProductFiles,
  /** What else belongs in the same transaction. */
  alongside?: (tx: Transaction, pushed: PushedProduct, now: Temporal.Instant) => Promise<void>,
): Promise<PushResult> {
  const checked = await validateProduct(deps, insurer, files)
  if (!checked.ok) return checked
  const { product, compiled, datasets, distributors } = checked
  const now = deps.clock()
  const push = { insurer, files, product, compiled, datasets, distributors }
  return deps.db.transaction(async (tx) => {
    const stored = await storeVersion(tx, push, now)
    const pushed = { ok: true, ...stored, product, warnings: compiled.warnings } as const
    await alongside?.(tx, pushed, now)
    return pushed
  })
}

interface StoredPush {
  readonly productId: ProductId
  readonly versionId: ProductVersionId
  /** False when the newest version already had exactly this content. */
  readonly isNew: boolean
}

async function storeVersion(
  tx: Transaction,
  push: Omit<CheckedProduct, 'ok'> & { readonly insurer: Account; readonly files: ProductFiles },
  now: Temporal.Instant,
): Promise<StoredPush> {
  const { definition } = push.product
  const contents = hashFiles(push.files)
  const { id: productId } = await lockProduct(
    tx,
    {
      id: mintId('pr', now),
      insurerId: push.insurer.id,
      key: definition.key,
      name: definition.name,
    },
    now,
  )
  const newest = await selectNewestVersion(tx, productId)
  if (newest?.contentHash === contents.contentHash) {
    return { productId, versionId: newest.id, isNew: false }
  }
  const versionId = mintId('prv', now)
  await insertVersion(tx, {
    id: versionId,
    productId,
    number: (newest?.number ?? 0) + 1,
    contentHash: contents.contentHash,
    definition,
    createdAt: now,
  })
  await insertFiles(tx, versionId, contents.files)
  for (const dataset of push.datasets)
    await importDataset(tx, dataset.definition, dataset.items, now)
  await storeItems(tx, productId, versionId, push.product, push.compiled, now)
  for (const plan of definition.paymentPlans) {
    await upsertPlan(tx, { id: mintId('pp', now), productId, key: plan.key })
  }
  await storeIntegrations(tx, productId, versionId, push, now)
  await recordEvents(
    tx,
    [
      {
        type: 'product.pushed',
        livemode: false,
        insurerId: push.insurer.id,
        distributorId: null,
        subjectId: productId,
        data: { product_version_id: versionId },
      },
    ],
    now,
  )
  await announceChange(tx, 'products')
  return { productId, versionId, isNew: true }
}

async function storeItems(
  tx: Transaction,
  productId: ProductId,
  versionId: ProductVersionId,
  product: ParsedProduct,
  compiled: CompiledProduct,
  now: Temporal.Instant,
): Promise<void> {
  for (const item of product.definition.items) {
    const pricing = compiled.items.get(item.key)?.pricing
    if (pricing === undefined) throw new Error(`item ${item.key} was compiled without pricing`)
    const revisionId = await upsertRevision(tx, {
      logicId: mintId('pl', now),
      revisionId: mintId('plr', now),
      productId,
      prefix: item.pricingPrefix,
      contentHash: pricing.contentHash,
      kind: pricing.kind,
      createdAt: now,
    })
    const itemId = await upsertItem(tx, { id: mintId('ins', now), productId, key: item.key })
    await insertVersionItem(tx, versionId, itemId, revisionId)
  }
}

async function storeIntegrations(
  tx: Transaction,
  productId: ProductId,
  versionId: ProductVersionId,
  push: Pick<CheckedProduct, 'product' | 'distributors'>,
  now: Temporal.Instant,
): Promise<void> {
  for (const definition of push.product.definition.integrations) {
    const distributor = push.distributors.get(definition.distributor)
    if (distributor === undefined) throw new Error('checked integrations have a distributor')
    const integration = await upsertIntegration(tx, {
      id: mintId('in', now),
      productId,
      distributorId: distributor.id,
      key: definition.key,
    })
    const integrationVersionId = await ensureIntegrationVersion(tx, {
      id: mintId('inv', now),
      integrationId: integration.id,
      contentHash: sha256(JSON.stringify(definition)).toString('hex'),
      definition,
      createdAt: now,
    })
    await insertVersionIntegration(tx, versionId, integrationVersionId)
  }
}

function hashFiles(files: ProductFiles) {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  const hashed = sorted.map(([path, content]) => ({ path, content, hash: sha256(content) }))
  const whole = createHash('sha256')
  for (const { path, hash } of hashed) whole.update(path).update('\0').update(hash)
  return { files: hashed, contentHash: whole.digest('hex') }
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
