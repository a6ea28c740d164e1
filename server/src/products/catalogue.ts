import { LRUCache } from 'lru-cache'
import {
  type IntegrationId,
  type IntegrationVersionId,
  type ProductVersionId,
} from '../kernel/index.ts'
import { type ChangeFeed, createCache } from '../database/index.ts'
import type { CompiledProduct } from './folder/index.ts'
import { type LoadDeps, type LoadedVersion, loadVersion } from './load-version.ts'
import {
  type DirectoryEntry,
  type StoredIntegrationVersion,
  selectDirectoryEntry,
  selectIntegrationVersion,
} from './product-store.ts'
import { pricingInPreparation } from '../pricing/index.ts'

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

interface CatalogueDeps extends LoadDeps {
  readonly feed: ChangeFeed
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
  const published = new LRUCache<ProductVersionId, LoadedVersion>({ max: versionsMax })
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
    if (loaded?.isPublished === true) published.set(id, loaded)
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
  const timer = setTimeout(() => reject(pricingInPreparation()), patienceMs)
  try {
    return await Promise.race([preparing, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
