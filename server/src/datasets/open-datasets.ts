import pg from 'pg'
import { type AccountId, type DatasetId, type DatasetItemId, Refusal } from '../kernel/index.ts'
import { type ChangeFeed, type Database, type Queryable, createCache } from '../database/index.ts'
import type { Dataset } from './dataset.ts'
import {
  type FoundItem,
  type StoredContent,
  selectDatasetContent,
  selectItems,
} from './dataset-store.ts'
import { type Page, findDistinctValues, findItems } from './find-page.ts'
import { createIndexBuilder } from './index-builder.ts'
import type { ListRequest } from './list-request.ts'
import type { Place } from './list-statement.ts'

/** Datasets as front ends read them. */
export interface Datasets {
  dataset(id: DatasetId): Promise<Dataset | undefined>
  item(id: DatasetItemId): Promise<FoundItem | undefined>
  items(dataset: Dataset, request: ListRequest): Promise<Page>
  distinctValues(dataset: Dataset, request: ListRequest): Promise<Page>
  /** Resolves when no index is being built. */
  settled(): Promise<void>
  close(): Promise<void>
}

const datasetsCachedMax = 2_000
const datasetsFreshMs = 5_000
const placesCachedMax = 10_000
/** Few connections and a short time limit: whatever is searched for, sales keep theirs. */
const readersMax = 4
const readTimeoutMs = 2_500
const queueTimeoutMs = 5_000

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
  const { pool, db } = openReaders(deps.db, deps.onError)
  const builder = createIndexBuilder(deps.db, deps.onError)
  const places = createCache<string, Place | undefined>({
    entriesMax: placesCachedMax,
    freshMs: Infinity,
  })
  const pageDeps = { db, places, wantIndexes: builder.want }
  const find = async (id: DatasetId) => known.get(id, () => selectDatasetContent(db, id))

  return {
    dataset: async (id) => (await find(id))?.dataset,
    item: async (id) => (await selectItems(db, [id]))[0],
    async items(dataset, request) {
      const content = (await find(dataset.id))?.content ?? null
      return inTime(() => findItems(pageDeps, dataset, content, request))
    },
    async distinctValues(dataset, request) {
      const content = (await find(dataset.id))?.content ?? null
      return inTime(() => findDistinctValues(pageDeps, dataset, content, request))
    },
    settled: builder.idle,
    async close() {
      await builder.close()
      await pool.end()
    },
  }
}

/** A locked dataset is its owner's; the others learn nothing of it. */
export function mayRead(
  dataset: Pick<Dataset, 'access' | 'accountId'>,
  account: AccountId,
): boolean {
  return dataset.access === 'public' || dataset.accountId === account
}

function openReaders(
  { connection }: Database,
  onError: (error: unknown) => void,
): { pool: pg.Pool; db: Queryable } {
  const pool = new pg.Pool({
    ...connection,
    max: readersMax,
    statement_timeout: readTimeoutMs,
    connectionTimeoutMillis: queueTimeoutMs,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => void client.on('error', onError))
  return {
    pool,
    db: {
      query: async <Row>(statement: Parameters<Queryable['query']>[0]) =>
        (await pool.query(statement)).rows as Row[], // The statement says which columns it selects.
    },
  }
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
