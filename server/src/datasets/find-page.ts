import type { Json } from '../kernel/index.ts'
import type { Cache, Queryable } from '../database/index.ts'
import { type StoredItem, type StoredItemRow, toStoredItem } from './content-store.ts'
import { type Dataset, valueIn } from './dataset.ts'
import type { StoredContent } from './dataset-store.ts'
import { type IndexShape, definitionOf, shapesFor } from './item-index.ts'
import { type ListRequest, checkListRequest, refuseParameter } from './list-request.ts'
import type { OrderColumn } from './item-order.ts'
import {
  type Place,
  distinctOrder,
  distinctSort,
  distinctStatement,
  listOrder,
  listStatement,
  placeStatement,
} from './list-statement.ts'

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
  /** Where cursors stand. Contents never change, so this never grows old. */
  readonly places: Cache<string, Place | undefined>
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
  const place = await findPlace(deps, content, listOrder(content, request), request)
  const rows = await deps.db.query<StoredItemRow>(listStatement(content, request, place))
  return toPage(dataset, request, rows)
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
  const place = await findPlace(deps, content, distinctOrder(content, request), request)
  const statement = distinctStatement(content, request, place, way)
  return toPage(dataset, request, await deps.db.query<StoredItemRow>(statement))
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

async function findPlace(
  deps: PageDeps,
  content: StoredContent,
  order: readonly OrderColumn[],
  request: ListRequest,
): Promise<Place | null> {
  if (request.cursor === null) return null
  const statement = placeStatement(content, order, request.cursor.id)
  const load = async () => (await deps.db.query<Place>(statement))[0]
  const place = await deps.places.get(`${statement.text} ${request.cursor.id}`, load)
  return place ?? refuseCursor(request)
}

function toPage(dataset: Dataset, request: ListRequest, rows: readonly StoredItemRow[]): Page {
  const { cursor, limit } = request
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
