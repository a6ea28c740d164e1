import {
  type AccountId,
  type IntegrationId,
  type IntegrationVersionId,
  type ItemId,
  type PlanId,
  type PricingLogicId,
  type PricingRevisionId,
  type ProductId,
  type ProductVersionId,
  Refusal,
} from '../kernel/index.ts'
import { type Cache, type ChangeFeed, type Database, createCache } from '../database/index.ts'
import { type Dataset, selectDatasets } from '../datasets/index.ts'
import type { CompiledPricing, Raters } from '../pricing/index.ts'
import type { Checker } from '../rules/index.ts'
import { type CompiledProduct, compileProduct } from './folder/index.ts'
import type {
  ItemDefinition,
  PaymentPlanDefinition,
  ProductDefinition,
} from './product-definition.ts'
import {
  type DirectoryEntry,
  type RevisionState,
  type StoredIntegrationVersion,
  type StoredVersion,
  type StoredVersionItem,
  selectDirectoryEntry,
  selectIntegrationVersion,
  selectPlans,
  selectVersion,
  selectVersionFiles,
  selectVersionItems,
} from './product-store.ts'

/** A product version ready to sell: rules and prices compiled, ids resolved. */
export interface LoadedVersion {
  readonly id: ProductVersionId
  readonly productId: ProductId
  readonly insurerId: AccountId
  readonly definition: ProductDefinition
  readonly isPublished: boolean
  readonly items: ReadonlyMap<ItemId, LoadedItem>
  readonly plans: ReadonlyMap<PlanId, PaymentPlanDefinition>
}

export interface LoadedItem {
  readonly id: ItemId
  readonly definition: ItemDefinition
  readonly quoteChecker: Checker
  readonly policyChecker: Checker
  readonly pricing: CompiledPricing
  readonly pricingLogicId: PricingLogicId
  readonly pricingRevisionId: PricingRevisionId
  readonly revisionState: RevisionState
}

/** What is on sale. Versions never change and stay cached; which of them is live is asked often. */
export interface Catalogue {
  integration(id: IntegrationId): Promise<DirectoryEntry | undefined>
  integrationVersion(id: IntegrationVersionId): Promise<StoredIntegrationVersion | undefined>
  version(id: ProductVersionId): Promise<LoadedVersion | undefined>
  /** The same for somebody who is waiting for a price: refused while it takes long to prepare. */
  versionInTime(id: ProductVersionId): Promise<LoadedVersion | undefined>
}

const directoryFreshMs = 5_000
const directoryEntriesMax = 10_000
const versionsMax = 200
const integrationVersionsMax = 5_000
/** How long a quote waits for a version that this process has to prepare first. */
const preparationPatienceMs = 2_000

interface CatalogueDeps {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly raters: Raters
  readonly preparationPatienceMs?: number
}

export function openCatalogue(deps: CatalogueDeps): Catalogue {
  const { db } = deps
  const patienceMs = deps.preparationPatienceMs ?? preparationPatienceMs
  const directory = createCache<IntegrationId, DirectoryEntry | undefined>({
    entriesMax: directoryEntriesMax,
    freshMs: directoryFreshMs,
  })
  // A draft is asked for again after a while, because it may have been published meanwhile.
  const drafts = createCache<ProductVersionId, LoadedVersion | undefined>({
    entriesMax: versionsMax,
    freshMs: directoryFreshMs,
  })
  const published = new Map<ProductVersionId, LoadedVersion>()
  // The content of a version never changes, so it is compiled once, also while it is a draft.
  const compiled = createCache<ProductVersionId, CompiledProduct>({
    entriesMax: versionsMax,
    freshMs: Number.POSITIVE_INFINITY,
  })
  const integrationVersions = createCache<
    IntegrationVersionId,
    StoredIntegrationVersion | undefined
  >({
    entriesMax: integrationVersionsMax,
    freshMs: directoryFreshMs,
  })
  deps.feed.on('products', () => {
    directory.clear()
    drafts.clear()
    integrationVersions.clear()
  })

  async function version(id: ProductVersionId): Promise<LoadedVersion | undefined> {
    const known = published.get(id)
    if (known !== undefined) return known
    const loaded = await drafts.get(id, () => loadVersion(deps, id, compiled))
    if (loaded !== undefined && isSettled(loaded)) keep(published, loaded)
    return loaded
  }

  return {
    integration: async (id) => directory.get(id, () => selectDirectoryEntry(db, id)),
    integrationVersion: async (id) =>
      integrationVersions.get(id, () => selectIntegrationVersion(db, id)),
    version,
    versionInTime: async (id) => published.get(id) ?? inTime(version(id), patienceMs),
  }
}

/** The preparation goes on when the patience is over, and the next quote finds it done. */
async function inTime<T>(preparing: Promise<T>, patienceMs: number): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(inPreparation()), patienceMs)
  try {
    return await Promise.race([preparing, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

export function inPreparation(): Refusal {
  return new Refusal(
    'pricing_in_preparation',
    'Pricing calculation creation is in progress. Try again in a moment.',
  )
}

/** Nothing about a published version with finished revisions can change any more. */
function isSettled(version: LoadedVersion): boolean {
  return (
    version.isPublished &&
    [...version.items.values()].every((item) => item.revisionState === 'ready')
  )
}

function keep(published: Map<ProductVersionId, LoadedVersion>, version: LoadedVersion): void {
  if (published.size >= versionsMax) {
    const oldest = published.keys().next()
    if (!oldest.done) published.delete(oldest.value)
  }
  published.set(version.id, version)
}

async function loadVersion(
  deps: CatalogueDeps,
  id: ProductVersionId,
  compiledVersions: Cache<ProductVersionId, CompiledProduct>,
): Promise<LoadedVersion | undefined> {
  const { db } = deps
  const stored = await selectVersion(db, id)
  if (stored === undefined) return undefined
  const [compiled, items, plans] = await Promise.all([
    compiledVersions.get(id, () => compileVersion(deps, stored)),
    selectVersionItems(db, id),
    selectPlans(db, stored.productId),
  ])
  return {
    ...stored,
    items: new Map(
      items.map((item) => [item.itemId, loadItem(stored.definition, item, compiled.items)]),
    ),
    plans: new Map(
      plans.flatMap(({ id: planId, key }) => {
        const plan = stored.definition.paymentPlans.find((one) => one.key === key)
        return plan === undefined ? [] : [[planId, plan] as const]
      }),
    ),
  }
}

async function compileVersion(
  { db, raters }: Pick<CatalogueDeps, 'db' | 'raters'>,
  stored: StoredVersion,
): Promise<CompiledProduct> {
  const [files, datasets] = await Promise.all([
    selectVersionFiles(db, stored.id),
    selectDatasets(db, stored.insurerId),
  ])
  const product = { definition: stored.definition, tests: [], demo: null }
  const result = await compileProduct(product, files, {
    dataset: (keyOrId) => findDataset(datasets, keyOrId),
    raters,
    isAccepted: true,
  })
  if (result.ok) return result.compiled
  const [problem] = result.problems
  throw new Refusal(
    'calculation_failed',
    `Product version ${stored.id} can no longer be compiled: ${problem?.file} ${problem?.message}`,
  )
}

function loadItem(
  definition: ProductDefinition,
  stored: StoredVersionItem,
  compiled: ReadonlyMap<string, Pick<LoadedItem, 'quoteChecker' | 'policyChecker' | 'pricing'>>,
): LoadedItem {
  const item = definition.items.find((one) => one.key === stored.key)
  const parts = compiled.get(stored.key)
  if (item === undefined || parts === undefined) {
    throw new Error(`item ${stored.key} is stored but not defined`)
  }
  return {
    id: stored.itemId,
    definition: item,
    quoteChecker: parts.quoteChecker,
    policyChecker: parts.policyChecker,
    pricing: parts.pricing,
    pricingLogicId: stored.pricingLogicId,
    pricingRevisionId: stored.pricingRevisionId,
    revisionState: stored.state,
  }
}

function findDataset(datasets: readonly Dataset[], keyOrId: string) {
  const dataset = datasets.find(({ key, id }) => key === keyOrId || id === keyOrId)
  if (dataset === undefined) return undefined
  return { id: dataset.id, fields: dataset.fields.map((field) => field.name) }
}
