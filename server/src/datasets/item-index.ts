import { createHash } from 'node:crypto'
import type { Queryable } from '../database/index.ts'
import { isOneRange } from './collation.ts'
import { type Content, type Layout, columnsOf, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import type { Dataset } from './dataset.ts'
import { insertIndex } from './dataset-store.ts'
import { isPattern, prefixOf } from './filter.ts'
import { orderBy, orderColumns, reversed, settleTies } from './item-order.ts'
import type { ListRequest, SortField, Term } from './list-request.ts'

/** A way to search or sort that an index can serve, in words that outlive the content. */
export interface IndexShape {
  readonly language: string
  /** `order`: sorted, after fields that must equal something. `begins`, `holds`: a text search. */
  readonly kind: 'order' | 'begins' | 'holds'
  readonly equal: readonly string[]
  readonly sort: readonly SortField[]
}

/** Fewer items are gone through faster than anybody notices. */
export const indexedItemsMin = 5_000
/** Single fields may all have their indexes; of combinations, which callers make up, only these. */
export const combinationsMax = 12

/** The indexes that would make a request fast. */
export function shapesFor(
  layout: Layout,
  request: Pick<ListRequest, 'language' | 'query'>,
  sort: readonly SortField[],
): IndexShape[] {
  const { language, query } = request
  const shapes: IndexShape[] = []
  const equal = [...new Set(query.filter(isEquality).map((term) => term.field))].sort()
  const order = sort.filter(({ field }) => !equal.includes(field))
  if (order.length > 0 || equal.length > 0) {
    shapes.push({ language, kind: 'order', equal, sort: order })
  }
  if (sort.length > 0 && equal.length > 0) shapes.push({ language, kind: 'order', equal: [], sort })
  for (const term of query) {
    if (isEquality(term)) continue
    const kind = kindFor(layout, term, language, sort)
    if (kind === 'order') {
      shapes.push({ language, kind, equal: [], sort: [{ field: term.field, dir: 'asc' }] })
    } else if (kind !== null) {
      shapes.push({ language, kind, equal: [term.field], sort: [] })
    }
  }
  return shapes
}

function isEquality(term: Term): boolean {
  return term.kind === 'match' && !isPattern(term.search)
}

function kindFor(
  layout: Layout,
  term: Term,
  language: string,
  sort: readonly SortField[],
): IndexShape['kind'] | null {
  const { type } = columnsOf(layout, term.field, language)
  if (term.kind === 'compare') return 'order'
  if (term.kind === 'in') return type === 'number' ? 'order' : 'begins'
  if (type === 'number') return null
  const prefix = prefixOf(term.search)
  if (prefix === '') return /[^%]{3}/.test(term.search) ? 'holds' : null
  const isOwnOrder = sort[0]?.field === term.field
  return isOwnOrder && isOneRange(prefix, layout.collations[language] ?? '') ? null : 'begins'
}

export function isCombination(shape: IndexShape): boolean {
  return shape.equal.length + shape.sort.length > 1
}

/** What the index is on. Shapes that come to the same share it, as ascending and descending do. */
export function definitionOf(layout: Layout, shape: IndexShape): string {
  const { language, equal, sort } = shape
  const equalColumns = equal.map((field) => {
    const { stem, type } = columnsOf(layout, field, language)
    return type === 'number' ? `${stem}_n` : `${stem}_s`
  })
  if (shape.kind === 'holds') return `using gin (${equalColumns[0]} gin_trgm_ops)`
  const columns = settleTies(orderColumns(layout, language, sort))
  const upright = columns[0]?.dir === 'desc' ? reversed(columns) : columns
  return `(${[...equalColumns, orderBy(upright)].join(', ')})`
}

export function indexStatement(content: Content, definition: string, concurrently: boolean) {
  return unnamed(
    `create index ${concurrently ? 'concurrently ' : ''}${indexName(content, definition)} ` +
      `on ${tableOf(content.id)} ${definition}`,
  )
}

export function indexName(content: Content, definition: string): string {
  const hash = createHash('sha1').update(definition).digest('hex').slice(0, 16)
  return `${tableOf(content.id)}_${hash}`
}

/** Gives a new content the indexes of the old one, before anybody reads it. */
export async function rebuildIndexes(
  tx: Queryable,
  dataset: Dataset,
  content: Content,
  shapes: readonly string[],
): Promise<void> {
  if (content.items < indexedItemsMin) return
  const built = new Set<string>()
  for (const written of shapes) {
    const shape = JSON.parse(written) as IndexShape // We wrote it ourselves.
    if (!canServe(dataset, shape)) continue
    const definition = definitionOf(content.layout, shape)
    if (!built.has(definition)) await tx.query(indexStatement(content, definition, false))
    built.add(definition)
    await insertIndex(tx, content.id, written)
  }
}

/** A field may be gone or hidden since. */
function canServe(dataset: Dataset, shape: IndexShape): boolean {
  const visible = new Set(dataset.fields.filter(({ hidden }) => !hidden).map(({ name }) => name))
  const fields = [...shape.equal, ...shape.sort.map(({ field }) => field)]
  return dataset.languages.includes(shape.language) && fields.every((field) => visible.has(field))
}
