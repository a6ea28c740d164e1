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
import { type ChangeFeed, type Database, createCache } from '../database/index.ts'
import { type Dataset, selectDatasets } from '../datasets/index.ts'
import type { CompiledPricing } from '../pricing/index.ts'
import type { Checker } from '../rules/index.ts'
import { compileProduct } from './folder/index.ts'
import type {
  ItemDefinition,
  PaymentPlanDefinition,
  ProductDefinition,
} from './product-definition.ts'
import {
  type DirectoryEntry,
  type RevisionState,
  type StoredIntegrationVersion,
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
}

const directoryFreshMs = 5_000
const directoryEntriesMax = 10_000
const versionsMax = 200
const integrationVersionsMax = 5_000

export function openCatalogue(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
}): Catalogue {
  const { db } = deps
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

  return {
    integration: async (id) => directory.get(id, () => selectDirectoryEntry(db, id)),
    integrationVersion: async (id) =>
      integrationVersions.get(id, () => selectIntegrationVersion(db, id)),
    async version(id) {
      const known = published.get(id)
      if (known !== undefined) return known
      const version = await drafts.get(id, () => loadVersion(db, id))
      if (version !== undefined && isSettled(version)) keep(published, version)
      return version
    },
  }
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

async function loadVersion(db: Database, id: ProductVersionId): Promise<LoadedVersion | undefined> {
  const stored = await selectVersion(db, id)
  if (stored === undefined) return undefined
  const [files, items, plans, datasets] = await Promise.all([
    selectVersionFiles(db, id),
    selectVersionItems(db, id),
    selectPlans(db, stored.productId),
    selectDatasets(db, stored.insurerId),
  ])
  const compiled = await compileProduct(
    { definition: stored.definition, tests: [], demo: null },
    files,
    {
      dataset: (keyOrId) => findDataset(datasets, keyOrId),
    },
  )
  if (!compiled.ok) {
    const [problem] = compiled.problems
    throw new Refusal(
      'calculation_failed',
      `Product version ${id} can no longer be compiled: ${problem?.file} ${problem?.message}`,
    )
  }
  return {
    ...stored,
    items: new Map(
      items.map((item) => [
        item.itemId,
        loadItem(stored.definition, item, compiled.compiled.items),
      ]),
    ),
    plans: new Map(
      plans.flatMap(({ id: planId, key }) => {
        const plan = stored.definition.paymentPlans.find((one) => one.key === key)
        return plan === undefined ? [] : [[planId, plan] as const]
      }),
    ),
  }
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
