import pg from 'pg'
import { type Queryable, inSavepoint } from '../database/index.ts'
import { isOneRange } from './collation.ts'
import { type Content, type Layout, columnsOf } from './content.ts'
import type { Dataset } from './dataset.ts'
import type { StoredContent } from './dataset-store.ts'
import { isPattern, prefixOf } from './filter.ts'
import { orderBy, orderColumns, reversed, settleTies } from './item-order.ts'
import { createIndex, insertIndex } from './index-store.ts'
import type { ListRequest, SortField, Term } from './list-request.ts'

/** A way to search or sort that an index can serve, stored independently of the content. */
export interface IndexShape {
  readonly language: string
  /**
   * `order`: sorted, after fields that must equal something. `begins`, `holds`: a text search.
   * `value`: whether a hidden field holds something, which only rules ask.
   */
  readonly kind: 'order' | 'begins' | 'holds' | 'value'
  readonly equal: readonly string[]
  readonly sort: readonly SortField[]
  /** Further compared columns, included in the index so that items need not be read. */
  readonly carried: readonly CarriedField[]
}

interface CarriedField {
  readonly field: string
  readonly as: 'searched' | 'sorted'
}

/** Fewer items are scanned fast enough without an index. */
export const indexedItemsMin = 5_000
/** Every single field may have its index; combinations, which callers make up, are limited. */
export const combinationsMax = 12

/** The indexes that would make a request fast: first the one for its sort. */
export function shapesFor(
  layout: Layout,
  request: Pick<ListRequest, 'language' | 'query'>,
  sort: readonly SortField[],
): IndexShape[] {
  const { language } = request
  const shapes: IndexShape[] = []
  const { equal, order, strays } = sortOut(layout, request, sort)
  const carried = carriedFor(strays)
  if (order.length > 0 || equal.length > 0) {
    shapes.push({ language, kind: 'order', equal, sort: order, carried })
  }
  if (sort.length > 0 && equal.length > 0) {
    shapes.push({ language, kind: 'order', equal: [], sort, carried: [] })
  }
  const sorted = sort.map(({ field }): CarriedField => ({ field, as: 'sorted' }))
  for (const term of strays) {
    const kind = kindFor(layout, term, language)
    if (kind === null) continue
    const others = sorted.filter(({ field }) => kind !== 'order' || field !== term.field)
    if (kind === 'order') {
      const own = [{ field: term.field, dir: 'asc' as const }]
      shapes.push({ language, kind, equal: [], sort: own, carried: others })
    } else {
      shapes.push({
        language,
        kind,
        equal: [term.field],
        sort: [],
        carried: kind === 'begins' ? others : [],
      })
    }
  }
  return shapes
}

/** Fields compared for equality, the sort after them, and the terms that neither serves. */
function sortOut(
  { collations }: Layout,
  { language, query }: Pick<ListRequest, 'language' | 'query'>,
  sort: readonly SortField[],
) {
  const equal = [...new Set(query.filter(isEquality).map((term) => term.field))].sort()
  const order = sort.filter(({ field }) => !equal.includes(field))
  // The matches of such a term are adjacent in the sort.
  const isInOrder = (term: Term) =>
    order[0]?.field === term.field &&
    (term.kind === 'compare' ||
      (term.kind === 'match' && isOneRange(prefixOf(term.search), collations[language] ?? '')))
  const strays = query.filter((term) => !isEquality(term) && !isInOrder(term))
  return { equal, order, strays }
}

function carriedFor(terms: readonly Term[]): CarriedField[] {
  const carried = terms.map(({ kind, field }): CarriedField => ({
    field,
    as: kind === 'compare' ? 'sorted' : 'searched',
  }))
  return carried.filter(
    ({ field, as }, at) => carried.findIndex((one) => one.field === field && one.as === as) === at,
  )
}

/** Whether one index serves the whole request, so that its plan is best for all values. */
export function isServedByOne(
  content: StoredContent,
  request: Pick<ListRequest, 'language' | 'query'>,
  sort: readonly SortField[],
): boolean {
  if (content.items < indexedItemsMin) return true
  const { equal, order, strays } = sortOut(content.layout, request, sort)
  if (strays.length > 0) return false
  if (equal.length + order.length === 0) return true
  const { language } = request
  return isBuilt(content, { language, kind: 'order', equal, sort: order, carried: [] })
}

function isEquality(term: Term): boolean {
  return term.kind === 'match' && !isPattern(term.search)
}

function kindFor(layout: Layout, term: Term, language: string): IndexShape['kind'] | null {
  const { type } = columnsOf(layout, term.field, language)
  if (term.kind === 'compare') return 'order'
  if (term.kind === 'in') return type === 'number' ? 'order' : 'begins'
  if (type === 'number') return null
  const prefix = prefixOf(term.search)
  if (prefix === '') return /[^%]{3}/.test(term.search) ? 'holds' : null
  return 'begins'
}

export function isCombination(shape: IndexShape): boolean {
  return shape.equal.length + shape.sort.length + shape.carried.length > 1
}

/** The columns of the index. Equivalent shapes share it, such as ascending and descending. */
export function definitionOf(layout: Layout, shape: IndexShape): string {
  const { language, equal, sort } = shape
  if (shape.kind === 'value') return `(left(item_values ->> ${quoted(equal[0] ?? '')}, 400))`
  const equalColumns = equal.map((field) => {
    const { stem, type } = columnsOf(layout, field, language)
    return type === 'number' ? `${stem}_n` : `${stem}_s`
  })
  if (shape.kind === 'holds') return `using gin (${equalColumns[0]} gin_trgm_ops)`
  const columns = settleTies(orderColumns(layout, language, sort))
  const upright = columns[0]?.dir === 'desc' ? reversed(columns) : columns
  const inKey = new Set([...equalColumns, ...columns.map(({ name }) => name)])
  const carried = carriedColumns(layout, shape).filter((name) => !inKey.has(name))
  const include = carried.length === 0 ? '' : ` include (${carried.join(', ')})`
  return `(${[...equalColumns, orderBy(upright)].join(', ')})${include}`
}

function quoted(name: string): string {
  return `'${name.replaceAll("'", "''")}'`
}

function carriedColumns(layout: Layout, { carried, language }: IndexShape): string[] {
  const columns = carried.flatMap(({ field, as }) => {
    const { stem, type } = columnsOf(layout, field, language)
    if (type === 'number') return [`${stem}_n`]
    return as === 'searched' ? [`${stem}_s`] : [`${stem}_n`, `${stem}_t`]
  })
  return [...new Set(columns)]
}

/** Reads a stored shape; old ones have no carried columns. */
export function readShape(written: string): IndexShape {
  const shape = JSON.parse(written) as Omit<IndexShape, 'carried'> & Partial<IndexShape> // We wrote it.
  return { ...shape, carried: shape.carried ?? [] }
}

/** The stored columns of a content's indexes. */
export function definitionsOf(layout: Layout, written: readonly string[]): ReadonlySet<string> {
  return new Set(written.map((one) => definitionOf(layout, readShape(one))))
}

/** Whether there is an index that serves the shape. */
export function isBuilt(content: StoredContent, shape: IndexShape): boolean {
  return content.built.has(definitionOf(content.layout, shape))
}

/** Gives a new content the indexes of the old one, before its first reader. */
export async function rebuildIndexes(
  tx: Queryable,
  dataset: Dataset,
  content: Content,
  shapes: readonly string[],
): Promise<void> {
  if (content.items < indexedItemsMin) return
  const built = new Map<string, boolean>()
  for (const written of shapes) {
    const shape = readShape(written)
    if (!canServe(dataset, shape)) continue
    const definition = definitionOf(content.layout, shape)
    const isThere = built.get(definition) ?? (await tryToBuild(tx, content, definition))
    built.set(definition, isThere)
    if (isThere) await insertIndex(tx, content.id, written)
  }
}

const tooLarge = '54000'

/**
 * Several long texts may exceed the size of an index entry. The import goes on without the index.
 */
async function tryToBuild(tx: Queryable, content: Content, definition: string): Promise<boolean> {
  try {
    await inSavepoint(tx, () => createIndex(tx, content, definition))
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === tooLarge) return false
    throw error
  }
}

/** A field may have been removed or hidden since. */
function canServe(dataset: Dataset, shape: IndexShape): boolean {
  const known = dataset.fields.filter(({ hidden }) => hidden === (shape.kind === 'value'))
  const names = new Set(known.map(({ name }) => name))
  const fields = [...shape.equal, ...[...shape.sort, ...shape.carried].map(({ field }) => field)]
  return dataset.languages.includes(shape.language) && fields.every((field) => names.has(field))
}
