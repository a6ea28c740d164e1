import { createHash } from 'node:crypto'
import {
  type Clock,
  type Problem,
  type ProductId,
  type ProductVersionId,
  mintId,
} from '../kernel/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { bindDataset } from '../datasets/index.ts'
import { recordEvents } from '../events/index.ts'
import type { Account } from '../identity/index.ts'
import type { CheckFolder, CheckedFolder } from './check-folder.ts'
import { datasetHolders, refuseTakenDatasets } from './dataset-owners.ts'
import type { ProductFiles } from './product-definition.ts'
import { selectNewestVersion, selectWhatIf } from './product-store.ts'
import type { FolderMistakes } from './validate-product.ts'
import {
  ensureIntegrationVersion,
  insertFiles,
  insertVersion,
  insertVersionIntegration,
  insertVersionItem,
  lockProduct,
  promoteWhatIf,
  upsertIntegration,
  upsertItem,
  upsertPlan,
  upsertRevision,
} from './push-store.ts'

export type PushResult = FolderMistakes | PushedProduct

export interface PushedProduct extends StoredPush {
  readonly ok: true
  readonly warnings: readonly Problem[]
  /** The recorded test cases whose prices differ in a what-if. */
  readonly failedCases: readonly Problem[]
}

/** Further writes of the caller, in the transaction of the push. */
export type AlongsidePush = (
  tx: Transaction,
  pushed: PushedProduct,
  now: Temporal.Instant,
) => Promise<void>

/**
 * Checks a whole product folder and stores it as a new draft version. If there are problems, all of
 * them are reported at once and nothing is stored.
 */
export async function pushProduct(
  deps: PushDeps,
  insurer: Account,
  files: ProductFiles,
  alongside?: AlongsidePush,
): Promise<PushResult> {
  return keepFolder(deps, insurer, { files, isWhatIf: false }, alongside)
}

/**
 * Stores a folder as a what-if, apart from pushed versions, so that it is not published by mistake. Its
 * recorded test cases may fail, because a what-if tries other prices.
 */
export async function keepWhatIf(
  deps: PushDeps,
  insurer: Account,
  files: ProductFiles,
  alongside?: AlongsidePush,
): Promise<PushResult> {
  return keepFolder(deps, insurer, { files, isWhatIf: true }, alongside)
}

async function keepFolder(
  deps: PushDeps,
  insurer: Account,
  { files, isWhatIf }: { readonly files: ProductFiles; readonly isWhatIf: boolean },
  alongside?: AlongsidePush,
): Promise<PushResult> {
  const keep = async (checked: CheckedFolder): Promise<PushResult> => {
    const { warnings, failedCases, definition } = checked
    const now = deps.clock()
    try {
      return await deps.db.transaction(async (tx) => {
        const sent = { ...checked, insurer, contents: files, isWhatIf }
        const stored = await storeVersion(tx, sent, now)
        const pushed = { ok: true, ...stored, warnings, failedCases } as const
        await alongside?.(tx, pushed, now)
        return pushed
      })
    } catch (error) {
      if (!(error instanceof DatasetsTaken)) throw error
      const holders = await datasetHolders(deps.db, insurer, definition)
      return { ok: false, problems: refuseTakenDatasets(definition, holders), warnings }
    }
  }
  return deps.checkFolder<PushResult>(insurer, files, keep, { casesMayFail: isWhatIf })
}

/** After the folder was checked, the key of a dataset was taken: by another product, or as a shared one. */
class DatasetsTaken extends Error {}

export interface PushDeps {
  readonly db: Database
  readonly clock: Clock
  readonly checkFolder: CheckFolder
}

interface StoredPush {
  readonly productId: ProductId
  readonly versionId: ProductVersionId
  /** False if the newest version already has this content; for a what-if, also if another what-if has it. */
  readonly isNew: boolean
}

type SentFolder = CheckedFolder & {
  readonly insurer: Account
  readonly contents: ProductFiles
  readonly isWhatIf: boolean
}

async function storeVersion(
  tx: Transaction,
  push: SentFolder,
  now: Temporal.Instant,
): Promise<StoredPush> {
  const { definition, hashes, isWhatIf } = push
  const { id: productId } = await lockProduct(
    tx,
    {
      id: mintId('pr', now),
      insurerId: push.insurer.id,
      key: definition.key,
      name: definition.name,
      isWhatIf,
    },
    now,
  )
  const newest = await selectNewestVersion(tx, productId)
  if (newest?.contentHash === hashes.whole) {
    return { productId, versionId: newest.id, isNew: false }
  }
  const number = (newest?.number ?? 0) + 1
  const whatIfId = await selectWhatIf(tx, productId, hashes.whole)
  if (isWhatIf && whatIfId !== undefined) return { productId, versionId: whatIfId, isNew: false }
  const versionId = whatIfId ?? mintId('prv', now)
  if (whatIfId === undefined) {
    await storeContent(tx, push, { productId, versionId, number: isWhatIf ? null : number }, now)
  } else await promoteWhatIf(tx, whatIfId, number, now)
  if (!isWhatIf) {
    const about = {
      id: productId,
      livemode: false,
      insurerId: push.insurer.id,
      distributorId: null,
    }
    const data = { product_version_id: versionId }
    await recordEvents(tx, [{ type: 'product.pushed', about, data }], now)
  }
  await announceChange(tx, 'products')
  return { productId, versionId, isNew: true }
}

async function storeContent(
  tx: Transaction,
  push: SentFolder,
  of: {
    readonly productId: ProductId
    readonly versionId: ProductVersionId
    readonly number: number | null
  },
  now: Temporal.Instant,
): Promise<void> {
  const { definition, hashes } = push
  const { productId, versionId, number } = of
  await insertVersion(tx, {
    id: versionId,
    productId,
    number,
    contentHash: hashes.whole,
    definition,
    createdAt: now,
  })
  await insertFiles(tx, versionId, push.contents, hashes.files)
  // In one order, so that two folders that bring the same keys do not wait for each other.
  const sorted = push.datasets.toSorted((a, b) => (a.definition.key < b.definition.key ? -1 : 1))
  for (const { definition: dataset, ...items } of sorted) {
    const isOurs = await bindDataset(tx, { productId, versionId, definition: dataset, items }, now)
    if (!isOurs) throw new DatasetsTaken()
  }
  await storeItems(tx, productId, versionId, push, now)
  for (const plan of definition.paymentPlans) {
    await upsertPlan(tx, { id: mintId('pp', now), productId, key: plan.key })
  }
  await storeIntegrations(tx, productId, versionId, push, now)
}

async function storeItems(
  tx: Transaction,
  productId: ProductId,
  versionId: ProductVersionId,
  { definition, prices }: Pick<CheckedFolder, 'definition' | 'prices'>,
  now: Temporal.Instant,
): Promise<void> {
  for (const item of definition.items) {
    const pricing = prices.get(item.key)
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
  push: Pick<SentFolder, 'definition' | 'distributors' | 'isWhatIf'>,
  now: Temporal.Instant,
): Promise<void> {
  for (const definition of push.definition.integrations) {
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
      isWhatIf: push.isWhatIf,
    })
    await insertVersionIntegration(tx, versionId, integrationVersionId)
  }
}

function sha256(content: string): Buffer {
  return createHash('sha256').update(content).digest()
}
