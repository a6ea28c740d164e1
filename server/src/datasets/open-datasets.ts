import pg from 'pg'
import {
  type AccountId,
  type DatasetId,
  type DatasetItemId,
  type JsonObject,
  type ProductVersionId,
} from '../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../database/index.ts'
import type { Dataset } from './dataset.ts'
import { type OpenDataset, type StoredContent, selectDatasetContent } from './dataset-store.ts'
import type { ItemReference } from './expand-items.ts'
import { type Page, findDistinctValues, findItems } from './find-page.ts'
import { keepHotItems } from './hot-items.ts'
import { createIndexBuilder } from './index-builder.ts'
import { type FoundItem, selectHomes, selectItems } from './item-store.ts'
import type { ListRequest } from './list-request.ts'
import { type LookUpSite, type LookedUp, lookUp } from './look-up-items.ts'
import type { Literal } from './look-up-literals.ts'
import { openReaders } from './readers.ts'
import { type RememberedPages, rememberPages } from './remember-pages.ts'
import { showItems, stampsIn } from './show-items.ts'
import { searchTooSlow } from './reasons.ts'

/** Reads datasets for front ends and sales: the contents bound to a version, or the live ones. */
export interface Datasets {
  open(id: DatasetId, versionId: ProductVersionId | null): Promise<OpenDataset | undefined>
  item(id: DatasetItemId, versionId: ProductVersionId | null): Promise<FoundItem | undefined>
  items(open: OpenDataset, request: ListRequest): Promise<Page>
  distinctValues(open: OpenDataset, request: ListRequest): Promise<Page>
  /** Looks up the items and values that a request names, for rules and prices. */
  lookUp(
    site: LookUpSite,
    references: readonly ItemReference[],
    literals: readonly Literal[],
  ): Promise<LookedUp>
  /** Policy data, reduced for each item to what the account may see. */
  shown(sold: SoldData, account: AccountId): Promise<JsonObject>
  /** Resolves when no index is being built. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Data of a sale, and the version that it was made on. */
export interface SoldData {
  readonly data: JsonObject
  readonly productVersionId: ProductVersionId
}

const datasetsCachedMax = 2_000
const datasetsFreshMs = 5_000
const distinctLettersMax = 16 * 1024 * 1024
const readTimeoutMs = 2_500

export function openDatasets(deps: {
  readonly db: Database
  readonly feed: ChangeFeed
  readonly onError: (error: unknown) => void
}): Datasets {
  const known = createCache<string, OpenDataset | undefined>({
    entriesMax: datasetsCachedMax,
    freshMs: datasetsFreshMs,
  })
  deps.feed.on('datasets', () => known.clear())
  const { db, feed, onError } = deps
  const readers = openReaders(db, { timeoutMs: readTimeoutMs, onError })
  const builder = createIndexBuilder(db, onError)
  const lookUpDeps = { db, hot: keepHotItems(feed), build: builder.build }
  const distinctPages = rememberPages(distinctLettersMax)
  const pageDeps = ({ content }: OpenDataset) => {
    return { readers, wantIndexes: builder.want, distinctPages: pagesOf(distinctPages, content) }
  }

  return {
    open: async (id, versionId) =>
      known.get(`${id} ${versionId}`, () => selectDatasetContent(readers, id, versionId)),
    item: async (id, versionId) => (await selectItems(readers, [id], versionId))[0],
    items: (open, request) => inTime(() => findItems(pageDeps(open), open, request)),
    distinctValues: (open, request) =>
      inTime(() => findDistinctValues(pageDeps(open), open, request)),
    lookUp: (site, references, literals) => lookUp(lookUpDeps, site, references, literals),
    async shown({ data, productVersionId }, account) {
      const stamps = [...stampsIn(data)]
      if (stamps.length === 0) return data
      const found = await selectHomes(db, stamps, productVersionId)
      const homes = new Map(found.map((home) => [home.stamp, home]))
      return showItems(data, account, (stamp) => homes.get(stamp))
    },
    settled: builder.idle,
    async close() {
      await builder.close()
      await readers.close()
    },
  }
}

/** A merge changes a content in place: its pages are cached until then. */
function pagesOf(pages: RememberedPages, { contentHash }: StoredContent): RememberedPages {
  return { get: (key, find) => pages.get(`${contentHash} ${key}`, find) }
}

/** A locked dataset is visible to its owner only. */
export function mayRead(
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  account: AccountId,
): boolean {
  return dataset.access === 'public' || dataset.accountId === account
}

const queryCanceled = '57014'

async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== queryCanceled) throw error
    throw searchTooSlow()
  }
}
