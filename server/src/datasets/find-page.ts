import type { Refusal } from '../kernel/index.ts'
import type { OpenDataset, StoredContent } from './dataset-store.ts'
import { entryWriter } from './entry-writer.ts'
import { type IndexShape, isBuilt, isServedByOne, shapesFor } from './item-index.ts'
import { type Cursor, type ListRequest, checkListRequest } from './list-request.ts'
import { cursorSearch, distinctSearch, distinctSort, listSearch } from './list-store.ts'
import { wrongListParameter } from './reasons.ts'
import type { Readers, Search, Texts } from './readers.ts'
import type { RememberedPages } from './remember-pages.ts'

/** A page of a list, as the JSON that is sent. */
export interface Page {
  /** The entries as a JSON array: each has its id, and the requested fields as its value. */
  readonly json: string
  /** Null on a page without entries. */
  readonly firstId: string | null
  readonly lastId: string | null
  /** Whether there are entries before the first and after the last. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

export interface PageDeps {
  readonly readers: Readers
  /** Pages of distinct values: few, asked for again and again, and the same until an import. */
  readonly distinctPages: RememberedPages
  readonly wantIndexes: (content: StoredContent, shapes: readonly IndexShape[]) => void
}

const emptyPage: Page = {
  json: '[]',
  firstId: null,
  lastId: null,
  hasPrevious: false,
  hasNext: false,
}

export async function findItems(
  deps: PageDeps,
  { dataset, content }: OpenDataset,
  request: ListRequest,
): Promise<Page> {
  checkListRequest(dataset, request)
  deps.wantIndexes(content, shapesFor(content.layout, request, request.sort))
  const writer = entryWriter(dataset, content.layout, request)
  const isSteady = isServedByOne(content, request, request.sort)
  const search = listSearch(content, request, { columns: writer.columns, isSteady })
  return readPage(deps, content, request, search, writer.write)
}

/** Each combination of values of the requested fields once, with an item that has them. */
export async function findDistinctValues(
  deps: PageDeps,
  { dataset, content }: OpenDataset,
  request: ListRequest,
): Promise<Page> {
  checkListRequest(dataset, request)
  const stray = request.sort.find(({ field }) => !request.fields.includes(field))
  if (stray !== undefined) {
    throw wrongListParameter(
      'sort',
      `Distinct values can be sorted by the requested fields only, and ${stray.field} is not one of them.`,
    )
  }
  const shapes = shapesFor(content.layout, request, distinctSort(request))
  deps.wantIndexes(content, shapes)
  return deps.distinctPages.get(JSON.stringify([content.id, request]), () => {
    const { columns, write } = entryWriter(dataset, content.layout, request)
    const canLeap = isLeapable(content, request, shapes)
    const search = distinctSearch(content, request, { columns, canLeap, isSteady: canLeap })
    return readPage(deps, content, request, search, write)
  })
}

/** Index lookups pay only where each finds a wanted item. */
function isLeapable(
  content: StoredContent,
  request: ListRequest,
  [first]: readonly IndexShape[],
): boolean {
  if (first === undefined) return false
  const served = new Set([...first.equal, ...first.sort.map(({ field }) => field)])
  return request.query.every(({ field }) => served.has(field)) && isBuilt(content, first)
}

async function readPage(
  deps: PageDeps,
  content: StoredContent,
  request: ListRequest,
  search: Search,
  write: (row: Texts) => string,
): Promise<Page> {
  const found = await deps.readers.search(search)
  const { cursor, limit } = request
  if (found.length === 0) {
    if (cursor === null) return emptyPage
    const itself = await deps.readers.search(cursorSearch(content, cursor.id))
    if (itself.length === 0) throw unknownCursor(cursor)
    return emptyPage
  }
  const rows = found.slice(0, limit)
  if (cursor?.side === 'before') rows.reverse()
  const isMore = found.length > limit
  return {
    json: `[${rows.map(write).join(',')}]`,
    firstId: rows[0]?.[0] ?? null,
    lastId: rows.at(-1)?.[0] ?? null,
    hasPrevious: cursor?.side === 'after' || (cursor?.side === 'before' && isMore),
    hasNext: cursor?.side === 'before' || isMore,
  }
}

/** The cursor is not, or no longer, an item of this dataset. */
function unknownCursor({ id, side }: Cursor): Refusal {
  return wrongListParameter(
    side === 'after' ? 'starting_after' : 'ending_before',
    `There is no item ${JSON.stringify(id)} in this dataset.`,
  )
}
