import type { Statement } from '../database/index.ts'
import { type Content, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import { type Parameter, filterOf } from './filter.ts'
import {
  type OrderColumn,
  orderBy,
  orderColumns,
  rangesAfter,
  reversed,
  settleTies,
} from './item-order.ts'
import type { ListRequest, SortField } from './list-request.ts'

const itemColumns = 'id, item_values, translations'

/** Where an item stands in an order: the values of the order's columns. */
export type Place = Readonly<Record<string, string | number>>

export function placeStatement(content: Content, order: readonly OrderColumn[], id: string) {
  const names = order.map(({ name }) => name).join(', ')
  return unnamed(`select ${names} from ${tableOf(content.id)} where id = $1`, [id])
}

/** The order of a list, seen in the direction that its cursor looks. */
export function listOrder(content: Content, request: ListRequest): OrderColumn[] {
  return turned(settleTies(orderColumns(content.layout, request.language, request.sort)), request)
}

/** The order of distinct values, in which no two are the same. */
export function distinctOrder(content: Content, request: ListRequest): OrderColumn[] {
  return turned(orderColumns(content.layout, request.language, distinctSort(request)), request)
}

function turned(columns: OrderColumn[], { cursor }: ListRequest): OrderColumn[] {
  return cursor?.side === 'before' ? reversed(columns) : columns
}

/**
 * A page of items and one more: before a cursor they come in reverse. The page is found by the
 * cursor's place in the order, so no page costs more than the first.
 */
export function listStatement(
  content: Content,
  request: ListRequest,
  place: Place | null,
): Statement {
  const { values, parameter } = parameters()
  const order = listOrder(content, request)
  const filter = filterOf(content.layout, request, parameter)
  const page = `order by ${orderBy(order)} limit ${parameter(request.limit + 1)}`
  const table = tableOf(content.id)
  const [first = 'true', ...others] = rangesFrom(order, place, parameter)
  if (others.length === 0) {
    return unnamed(
      `select ${itemColumns} from ${table} where ${filter} and ${first} ${page}`,
      values,
    )
  }
  // Each range walks the index by itself and gives at most a page, which is then put in order.
  const names = order.map(({ name }) => name).join(', ')
  const parts = [first, ...others].map(
    (range) =>
      `(select ${itemColumns}, ${names} from ${table} where ${filter} and ${range} ${page})`,
  )
  return unnamed(
    `select ${itemColumns} from (${parts.join(' union all ')}) as parts ${page}`,
    values,
  )
}

function rangesFrom(
  order: readonly OrderColumn[],
  place: Place | null,
  parameter: Parameter,
): string[] {
  if (place === null) return ['true']
  const known = new Map(order.map(({ name }) => [name, parameter(place[name])]))
  return rangesAfter(order, ({ name }) => known.get(name) ?? 'null')
}

/** The order of distinct values: as asked, then by the other fields, so that it is a whole order. */
export function distinctSort(request: Pick<ListRequest, 'fields' | 'sort'>): SortField[] {
  const sorted = new Set(request.sort.map(({ field }) => field))
  const others = request.fields.filter((field) => !sorted.has(field))
  return [...request.sort, ...others.map((field) => ({ field, dir: 'asc' as const }))]
}

/**
 * Each combination of values once, shown by the first item that has it. With an index for the
 * order each next combination is one leap; without, all items are gone through once.
 */
export function distinctStatement(
  content: Content,
  request: ListRequest,
  place: Place | null,
  way: 'leap' | 'go through',
): Statement {
  const { values, parameter } = parameters()
  const order = distinctOrder(content, request)
  const filter = filterOf(content.layout, { ...request, sort: distinctSort(request) }, parameter)
  const table = tableOf(content.id)
  const limit = parameter(request.limit + 1)
  const start = rangesFrom(order, place, parameter)
  const text = way === 'leap' ? leap : goThrough
  return unnamed(text({ table, order, filter, limit, start }), values)
}

interface DistinctParts {
  readonly table: string
  readonly order: readonly OrderColumn[]
  readonly filter: string
  readonly limit: string
  /** The ranges in which the page lies. */
  readonly start: readonly string[]
}

function leap(parts: DistinctParts): string {
  const { table, order, filter, limit, start } = parts
  // Where everything ascends, the first item of each combination is the one that a leap lands on.
  const ascends = order.every(({ dir }) => dir === 'asc')
  const names = order.map(({ name }) => name).join(', ')
  const selected = ascends ? `${names}, ${itemColumns}` : names
  const sorted = orderBy(ascends ? settleTies(order) : order)
  const nextIn = (ranges: readonly string[]) => {
    const ways = ranges.map(
      (range) =>
        `(select ${selected} from ${table} where ${filter} and ${range} order by ${sorted} limit 1)`,
    )
    if (ways.length === 1) return ways[0] ?? ''
    return `(select ${selected} from (${ways.join(' union all ')}) as ways order by ${orderBy(order)} limit 1)`
  }
  // In a subquery a bare name is its table's own column.
  const following = rangesAfter(order, ({ name }) => `walk.${name}`)
  const walk = `with recursive walk as (
      select 1 as nth, next.* from ${nextIn(start)} as next
      union all
      select walk.nth + 1, next.* from walk, lateral ${nextIn(following)} as next
      where walk.nth < ${limit})`
  if (ascends) return `${walk} select ${itemColumns} from walk order by nth`
  const same = order.map(({ compared, name }) => `${compared} = walk.${name}`).join(' and ')
  return `${walk} select item.* from walk, lateral (select ${itemColumns} from ${table}
      where ${filter} and ${same} order by position limit 1) as item
    order by nth`
}

function goThrough({ table, order, filter, limit, start }: DistinctParts): string {
  const compared = order.map((column) => column.compared).join(', ')
  const names = order.map(({ name }) => name).join(', ')
  return `select ${itemColumns} from (
      select distinct on (${compared}) ${itemColumns}, ${names} from ${table}
      where ${filter} and (${start.join(' or ')}) order by ${compared}, position) as firsts
    order by ${orderBy(order)} limit ${limit}`
}

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}
