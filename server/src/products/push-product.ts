import { createHash } from 'node:crypto'
import {
  type Clock,
  type Problem,
  type ProductId,
  type ProductVersionId,
  mintId,
  todayIn,
} from '../kernel/index.ts'
import { type Database, type Transaction, announceChange } from '../database/index.ts'
import { type Dataset, importDataset, selectDatasets } from '../datasets/index.ts'
import { recordEvents } from '../events/index.ts'
import { type Account, selectAccountByKey } from '../identity/index.ts'
import {
  type CompiledProduct,
  compileProduct,
  parseDatasetItems,
  parseProductFiles,
  runProductTests,
} from './folder/index.ts'
import type { ParsedProduct, ProductFiles } from './product-definition.ts'
import {
  ensureIntegrationVersion,
  insertFiles,
  insertVersion,
  insertVersionIntegration,
  insertVersionItem,
  lockProduct,
  selectNewestVersion,
  upsertIntegration,
  upsertItem,
  upsertPlan,
  upsertRevision,
} from './product-store.ts'

export type PushResult =
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | {
      readonly ok: true
      readonly productId: ProductId
      readonly versionId: ProductVersionId
      /** False when the newest version already had exactly this content. */
      readonly isNew: boolean
      readonly product: ParsedProduct
      readonly warnings: readonly Problem[]
    }

/**
 * Checks a product folder whole and keeps it as a new draft version. All problems are told at
 * once, and then nothing has changed.
 */
export async function pushProduct(
  deps: { readonly db: Database; readonly clock: Clock },
  insurer: Account,
  files: ProductFiles,
  /** What else belongs into the transaction of a new version. */
  alongside?: (tx: Transaction, pushed: StoredPush, now: Temporal.Instant) => Promise<void>,
): Promise<PushResult> {
  const checked = await checkProduct(deps, insurer, files)
  if (!checked.ok) return checked
  const { product, compiled, datasets, distributors } = checked
  const now = deps.clock()
  const push = { insurer, files, product, compiled, datasets, distributors }
  const stored = await deps.db.transaction(async (tx) => {
    const pushed = await storeVersion(tx, push, now)
    if (pushed.isNew) await alongside?.(tx, pushed, now)
    return pushed
  })
  return { ok: true, ...stored, product, warnings: compiled.warnings }
}

export interface StoredPush {
  readonly productId: ProductId
  readonly versionId: ProductVersionId
  readonly isNew: boolean
}

interface CheckedProduct {
  readonly ok: true
  readonly product: ParsedProduct
  readonly compiled: CompiledProduct
  readonly datasets: readonly DatasetContent[]
  readonly distributors: ReadonlyMap<string, Account>
}

interface DatasetContent {
  readonly definition: Omit<Dataset, 'id'>
  readonly items: Parameters<typeof importDataset>[2]
}

/** Everything that is wrong with a folder, as the insurer's server sees it; nothing is kept. */
export async function validateProduct(
  deps: { readonly db: Database; readonly clock: Clock },
  insurer: Account,
  files: ProductFiles,
): Promise<
  | { readonly ok: false; readonly problems: readonly Problem[] }
  | { readonly ok: true; readonly product: ParsedProduct; readonly compiled: CompiledProduct }
> {
  return checkProduct(deps, insurer, files)
}

async function checkProduct(
  deps: { readonly db: Database; readonly clock: Clock },
  insurer: Account,
  files: ProductFiles,
): Promise<CheckedProduct | { readonly ok: false; readonly problems: readonly Problem[] }> {
  const parsed = parseProductFiles(files)
  if (!parsed.ok) return parsed
  const { product } = parsed
  const problems: Problem[] = []
  const datasets = readDatasets(product, files, insurer, problems)
  const distributors = await findDistributors(deps.db, product, problems)
  const existing = await selectDatasets(deps.db, insurer.id)
  const compiled = compileProduct(product, files, {
    dataset: (keyOrId) => datasetByKey(keyOrId, datasets, existing),
  })
  if (!compiled.ok) return { ok: false, problems: [...problems, ...compiled.problems] }
  const today = todayIn(product.definition.timeZone, deps.clock())
  for (const report of await runProductTests(product, compiled.compiled, today)) {
    if (!report.ok) problems.push(report.problem)
  }
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, product, compiled: compiled.compiled, datasets, distributors }
}

function readDatasets(
  product: ParsedProduct,
  files: ProductFiles,
  insurer: Account,
  problems: Problem[],
): DatasetContent[] {
  return product.definition.datasets.flatMap(({ file, ...definition }) => {
    const rows = parseDatasetItems({ file, ...definition }, files.get(file) ?? new Uint8Array())
    if (rows.ok)
      return [{ definition: { ...definition, accountId: insurer.id }, items: rows.items }]
    problems.push(...rows.problems)
    return []
  })
}

async function findDistributors(
  db: Database,
  product: ParsedProduct,
  problems: Problem[],
): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  for (const integration of product.definition.integrations) {
    const account = await selectAccountByKey(db, integration.distributor)
    if (account?.kind === 'distributor') found.set(account.key, account)
    else {
      problems.push({
        file: 'product.yaml',
        place: `integrations.${integration.key}.distributor`,
        message: `There is no distributor with the key "${integration.distributor}".`,
        mend: 'Create its account first, or name another distributor.',
      })
    }
  }
  return found
}

/**
 * A dataset of the folder, or one that the insurer already has. Checking needs no real id for a
 * dataset that this very push is about to make.
 */
function datasetByKey(
  keyOrId: string,
  pushed: readonly DatasetContent[],
  existing: readonly Dataset[],
): { id: Dataset['id']; fields: string[] } | undefined {
  const stored = existing.find(({ key, id }) => key === keyOrId || id === keyOrId)
  const definition =
    pushed.find((one) => one.definition.key === (stored?.key ?? keyOrId))?.definition ?? stored
  if (definition === undefined) return undefined
  return { id: stored?.id ?? 'dat_new', fields: definition.fields.map((field) => field.name) }
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
