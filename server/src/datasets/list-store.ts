import { type Content, tableOf } from './content.ts'
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
import type { Search } from './readers.ts'

/** The source of a page. */
export interface ListPlan {
  /** The columns of an item, each of which a row has. */
  readonly columns: string
  /** Whether one index serves the whole search, so that its plan is right for all values. */
  readonly isSteady: boolean
}

/** Finds the item of a cursor, to distinguish an empty page from an unknown cursor. */
export function cursorSearch(content: Content, id: string): Search {
  const text = `select id from ${tableOf(content.id)} where id = $1`
  return { text, values: [id], isSteady: true }
}

/** The sort of a list, in the direction of its cursor. */
function listOrder(content: Content, request: ListRequest): OrderColumn[] {
  return turned(settleTies(orderColumns(content.layout, request.language, request.sort)), request)
}

/** The sort of distinct values, in which no two are equal. */
function distinctOrder(content: Content, request: ListRequest): OrderColumn[] {
  return turned(orderColumns(content.layout, request.language, distinctSort(request)), request)
}

function turned(columns: OrderColumn[], { cursor }: ListRequest): OrderColumn[] {
  return cursor?.side === 'before' ? reversed(columns) : columns
}

/**
 * A page of items and one more: before a cursor they come in reverse. The page is found by the
 * cursor's position in the sort, so no page costs more than the first.
 */
export function listSearch(content: Content, request: ListRequest, plan: ListPlan): Search {
  const { values, parameter } = parameters()
  const order = listOrder(content, request)
  const filter = filterOf(content.layout, request, parameter)
  const table = tableOf(content.id)
  const page = `order by ${orderBy(order)} limit ${request.limit + 1}`
  const ranges = rangesFrom(order, request)
  const find = (columns: string) => findIn({ table, order, columns, filter, page, ranges })
  const text = plan.isSteady ? find(plan.columns) : positionsFirst(table, plan, find('position'))
  return {
    text: placed(content, order, request, parameter) + text,
    values,
    isSteady: plan.isSteady,
  }
}

interface FindParts {
  readonly table: string
  readonly order: readonly OrderColumn[]
  readonly columns: string
  readonly filter: string
  readonly page: string
  readonly ranges: readonly string[]
}

function findIn({ table, order, columns, filter, page, ranges }: FindParts): string {
  const [first = 'true', ...others] = ranges
  if (others.length === 0) {
    return `select ${columns} from ${table} where ${filter} and ${first} ${page}`
  }
  // Each range scans the index by itself and gives at most a page, which is then sorted.
  const names = order.map(({ name }) => name).filter((name) => name !== columns)
  const parts = ranges.map(
    (range) =>
      `(select ${columns}, ${names.join(', ')} from ${table} where ${filter} and ${range} ${page})`,
  )
  return `select ${columns} from (${parts.join(' union all ')}) as parts ${page}`
}

/**
 * A search through many items uses an index that holds all compared columns; then only the items of
 * the page are read.
 */
function positionsFirst(table: string, plan: ListPlan, positions: string): string {
  return `select ${plan.columns} from unnest(array(${positions})) with ordinality as found (spot, nth)
    join ${table} on position = spot order by nth`
}

/** Looks up the position of the cursor before the search begins. */
function placed(
  content: Content,
  order: readonly OrderColumn[],
  { cursor }: ListRequest,
  parameter: Parameter,
): string {
  if (cursor === null) return ''
  const names = order.map(({ name }) => name).join(', ')
  return `with place as materialized (
      select ${names} from ${tableOf(content.id)} where id = ${parameter(cursor.id)}) `
}

function rangesFrom(order: readonly OrderColumn[], { cursor }: ListRequest): string[] {
  if (cursor === null) return ['true']
  return rangesAfter(order, ({ name }) => `(select ${name} from place)`)
}

/** The sort of distinct values: as requested, then by the other fields, so that it is total. */
export function distinctSort(request: Pick<ListRequest, 'fields' | 'sort'>): SortField[] {
  const sorted = new Set(request.sort.map(({ field }) => field))
  const others = request.fields.filter((field) => !sorted.has(field))
  return [...request.sort, ...others.map((field) => ({ field, dir: 'asc' as const }))]
}

/**
 * Each combination of values once, represented by the first item that has it. With an index for the
 * sort, each next combination is one index lookup; without, all items are scanned once.
 */
export function distinctSearch(
  content: Content,
  request: ListRequest,
  plan: ListPlan & { readonly canLeap: boolean },
): Search {
  const { values, parameter } = parameters()
  const order = distinctOrder(content, request)
  const filter = filterOf(content.layout, { ...request, sort: distinctSort(request) }, parameter)
  const parts: DistinctParts = {
    table: tableOf(content.id),
    order,
    columns: plan.columns,
    filter,
    limit: request.limit + 1,
    start: rangesFrom(order, request),
  }
  const place = placed(content, order, request, parameter)
  const text = plan.canLeap ? leap(parts, place) : place + goThrough(parts)
  return { text, values, isSteady: plan.isSteady }
}

interface DistinctParts {
  readonly table: string
  readonly order: readonly OrderColumn[]
  readonly columns: string
  readonly filter: string
  readonly limit: number
  /** The ranges in which the page lies. */
  readonly start: readonly string[]
}

function leap(parts: DistinctParts, place: string): string {
  const { table, order, columns, filter, limit, start } = parts
  // Where everything ascends, the first item of each combination is the one that a leap lands on.
  const ascends = order.every(({ dir }) => dir === 'asc')
  const names = order.map(({ name }) => name).join(', ')
  const selected = ascends ? `${names}, ${columns}` : names
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
  const walk = `with recursive ${place === '' ? '' : `${place.slice('with '.length)}, `}walk as (
      select 1 as nth, next.* from ${nextIn(start)} as next
      union all
      select walk.nth + 1, next.* from walk, lateral ${nextIn(following)} as next
      where walk.nth < ${limit})`
  if (ascends) return `${walk} select ${columns} from walk order by nth`
  const same = order.map(({ compared, name }) => `${compared} = walk.${name}`).join(' and ')
  return `${walk} select item.* from walk, lateral (select ${columns} from ${table}
      where ${filter} and ${same} order by position limit 1) as item
    order by nth`
}

function goThrough({ table, order, columns, filter, limit, start }: DistinctParts): string {
  const compared = order.map((column) => column.compared).join(', ')
  const names = order.map(({ name }) => name).join(', ')
  return `select ${columns} from (
      select distinct on (${compared}) ${columns}, ${names} from ${table}
      where ${filter} and (${start.join(' or ')}) order by ${compared}, position) as firsts
    order by ${orderBy(order)} limit ${limit}`
}

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}

/** One plan for all values, or one for the actual values. */
export function planningStatement(planning: 'force_generic_plan' | 'force_custom_plan'): string {
  return `set plan_cache_mode = ${planning}`
}
