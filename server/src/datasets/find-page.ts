import type { Json } from '../kernel/index.ts'
import type { Queryable } from '../database/index.ts'
import { tableOf } from './content.ts'
import { type StoredItem, type StoredItemRow, toStoredItem, unnamed } from './content-store.ts'
import { type Dataset, valueIn } from './dataset.ts'
import type { StoredContent } from './dataset-store.ts'
import { type IndexShape, definitionOf, shapesFor } from './item-index.ts'
import { type ListRequest, checkListRequest, refuseParameter } from './list-request.ts'
import { distinctSort, distinctStatement, listStatement } from './list-statement.ts'

export interface Page {
  readonly entries: readonly PageEntry[]
  /** Whether there are entries before the first and after the last. */
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

export interface PageEntry {
  readonly id: string
  readonly value: Readonly<Record<string, Json>>
}

export interface PageDeps {
  readonly db: Queryable
  readonly wantIndexes: (content: StoredContent, shapes: readonly IndexShape[]) => void
}

const emptyPage: Page = { entries: [], hasPrevious: false, hasNext: false }

export async function findItems(
  deps: PageDeps,
  dataset: Dataset,
  content: StoredContent | null,
  request: ListRequest,
): Promise<Page> {
  checkListRequest(dataset, request)
  if (content === null) return refuseCursor(request) ?? emptyPage
  deps.wantIndexes(content, shapesFor(content.layout, request, request.sort))
  const rows = await deps.db.query<StoredItemRow>(listStatement(content, request))
  return toPage(deps, dataset, content, request, rows)
}

/** Each combination of values of the asked fields once, with an item that has them. */
export async function findDistinctValues(
  deps: PageDeps,
  dataset: Dataset,
  content: StoredContent | null,
  request: ListRequest,
): Promise<Page> {
  checkListRequest(dataset, request)
  const stray = request.sort.find(({ field }) => !request.fields.includes(field))
  if (stray !== undefined) {
    throw refuseParameter(
      'sort',
      `Distinct values can be sorted by the asked fields only, and ${stray.field} is none of them.`,
    )
  }
  if (content === null) return refuseCursor(request) ?? emptyPage
  const shapes = shapesFor(content.layout, request, distinctSort(request))
  deps.wantIndexes(content, shapes)
  const way = canLeap(content, request, shapes) ? 'leap' : 'go through'
  const rows = await deps.db.query<StoredItemRow>(distinctStatement(content, request, way))
  return toPage(deps, dataset, content, request, rows)
}

/** Leaping pays only where every leap lands on an item that is wanted. */
function canLeap(
  content: StoredContent,
  request: ListRequest,
  [first]: readonly IndexShape[],
): boolean {
  if (first === undefined) return false
  const definition = definitionOf(content.layout, first)
  const isBuilt = content.indexes.some(
    (one) => definitionOf(content.layout, JSON.parse(one) as IndexShape) === definition, // Ours.
  )
  const served = new Set([...first.equal, ...first.sort.map(({ field }) => field)])
  return isBuilt && request.query.every(({ field }) => served.has(field))
}

async function toPage(
  deps: PageDeps,
  dataset: Dataset,
  content: StoredContent,
  request: ListRequest,
  rows: readonly StoredItemRow[],
): Promise<Page> {
  const { cursor, limit } = request
  if (cursor !== null && rows.length === 0) {
    const found = await deps.db.query(
      unnamed(`select from ${tableOf(content.id)} where id = $1`, [cursor.id]),
    )
    if (found.length === 0) refuseCursor(request)
  }
  const isMore = rows.length > limit
  const items = rows.slice(0, limit).map(toStoredItem)
  if (cursor?.side === 'before') items.reverse()
  const isAfterCursor = cursor?.side === 'after' && items.length > 0
  const isBeforeCursor = cursor?.side === 'before' && items.length > 0
  return {
    entries: items.map((item) => toEntry(item, dataset, request)),
    hasPrevious: isAfterCursor || (isBeforeCursor && isMore),
    hasNext: isBeforeCursor || (cursor?.side !== 'before' && isMore),
  }
}

function toEntry(item: StoredItem, dataset: Dataset, request: ListRequest): PageEntry {
  const value = request.fields.map((field) => [
    field,
    valueIn(item, field, request.language, dataset.languages),
  ])
  return { id: item.id, value: Object.fromEntries(value) as PageEntry['value'] } // Pairs of name and value.
}

/** A cursor that is no item of this dataset, or no longer. */
function refuseCursor({ cursor }: ListRequest): null {
  if (cursor === null) return null
  throw refuseParameter(
    cursor.side === 'after' ? 'starting_after' : 'ending_before',
    `There is no item ${JSON.stringify(cursor.id)} in this dataset.`,
  )
}
