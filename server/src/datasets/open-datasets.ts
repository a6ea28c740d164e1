import pg from 'pg'
import {
  type AccountId,
  type DatasetId,
  type DatasetItemId,
  type JsonObject,
  Refusal,
} from '../kernel/index.ts'
import { type ChangeFeed, type Database, createCache } from '../database/index.ts'
import type { Dataset } from './dataset.ts'
import {
  type FoundItem,
  type StoredContent,
  selectDatasetContent,
  selectHomes,
  selectItems,
} from './dataset-store.ts'
import { type Page, findDistinctValues, findItems } from './find-page.ts'
import { createIndexBuilder } from './index-builder.ts'
import type { ListRequest } from './list-request.ts'
import { buildForLiterals } from './look-up-literals.ts'
import { openReaders } from './readers.ts'
import { type RememberedPages, rememberPages } from './remember-pages.ts'
import { showItems, stampsIn } from './show-items.ts'

/** Datasets as front ends read them. */
export interface Datasets {
  dataset(id: DatasetId): Promise<Dataset | undefined>
  item(id: DatasetItemId): Promise<FoundItem | undefined>
  items(dataset: Dataset, request: ListRequest): Promise<Page>
  distinctValues(dataset: Dataset, request: ListRequest): Promise<Page>
  /** Policy data with, of each item in it, what the account may see. */
  shown(data: JsonObject, account: AccountId): Promise<JsonObject>
  /** Resolves when no index is being built. */
  settled(): Promise<void>
  close(): Promise<void>
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
  const known = createCache<
    DatasetId,
    { dataset: Dataset; content: StoredContent | null } | undefined
  >({ entriesMax: datasetsCachedMax, freshMs: datasetsFreshMs })
  deps.feed.on('datasets', () => known.clear())
  const { onError } = deps
  const readers = openReaders(deps.db, { timeoutMs: readTimeoutMs, onError })
  const builder = createIndexBuilder(deps.db, onError)
  buildForLiterals(deps.db, builder.build)
  const distinctPages = rememberPages(distinctLettersMax)
  const pageDeps = (content: StoredContent | null) => {
    return { readers, wantIndexes: builder.want, distinctPages: pagesOf(distinctPages, content) }
  }
  const find = async (id: DatasetId) => known.get(id, () => selectDatasetContent(readers, id))

  return {
    dataset: async (id) => (await find(id))?.dataset,
    item: async (id) => (await selectItems(readers, [id]))[0],
    async items(dataset, request) {
      const content = (await find(dataset.id))?.content ?? null
      return inTime(() => findItems(pageDeps(content), dataset, content, request))
    },
    async distinctValues(dataset, request) {
      const content = (await find(dataset.id))?.content ?? null
      return inTime(() => findDistinctValues(pageDeps(content), dataset, content, request))
    },
    async shown(data, account) {
      const stamps = [...stampsIn(data)]
      if (stamps.length === 0) return data
      const found = await selectHomes(deps.db, stamps)
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

/** A merge changes a content where it lies: its pages are remembered as long as it is the same. */
function pagesOf(pages: RememberedPages, content: StoredContent | null): RememberedPages {
  const version = content?.contentHash ?? ''
  return { get: (key, find) => pages.get(`${version} ${key}`, find) }
}

/** A locked dataset is its owner's; the others learn nothing of it. */
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
    throw new Refusal(
      'temporarily_unavailable',
      'This search takes too long. Narrow it down, or try again in a moment.',
    )
  }
}
