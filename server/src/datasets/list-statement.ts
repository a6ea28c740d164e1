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

/**
 * A page of items and one more, in the direction that the cursor looks: before a cursor they come
 * in reverse. The page is found by the cursor's own place in the order, so no page costs more than
 * the first.
 */
export function listStatement(content: Content, request: ListRequest): Statement {
  const { values, parameter } = parameters()
  const columns = settleTies(orderColumns(content.layout, request.language, request.sort))
  const order = request.cursor?.side === 'before' ? reversed(columns) : columns
  const filter = filterOf(content.layout, request, parameter)
  const page = `order by ${orderBy(order)} limit ${parameter(request.limit + 1)}`
  const table = tableOf(content.id)
  if (request.cursor === null) {
    return unnamed(`select ${itemColumns} from ${table} where ${filter} ${page}`, values)
  }
  const cursor = cursorQuery(table, order, parameter(request.cursor.id))
  const [first, ...others] = rangesAfter(order, ({ name }) => `(select ${name} from cursor)`)
  if (others.length === 0) {
    return unnamed(
      `with ${cursor} select ${itemColumns} from ${table} where ${filter} and ${first} ${page}`,
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
    `with ${cursor} select ${itemColumns} from (${parts.join(' union all ')}) as parts ${page}`,
    values,
  )
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
  way: 'leap' | 'go through',
): Statement {
  const { values, parameter } = parameters()
  const columns = orderColumns(content.layout, request.language, distinctSort(request))
  const order = request.cursor?.side === 'before' ? reversed(columns) : columns
  const filter = filterOf(content.layout, { ...request, sort: distinctSort(request) }, parameter)
  const table = tableOf(content.id)
  const limit = parameter(request.limit + 1)
  const cursor =
    request.cursor === null ? null : cursorQuery(table, order, parameter(request.cursor.id))
  const start =
    cursor === null ? ['true'] : rangesAfter(order, ({ name }) => `(select ${name} from cursor)`)
  const withCursor = cursor === null ? '' : `${cursor}, `
  const text = way === 'leap' ? leap : goThrough
  return unnamed(text({ table, order, filter, limit, start, withCursor }), values)
}

interface DistinctParts {
  readonly table: string
  readonly order: readonly OrderColumn[]
  readonly filter: string
  readonly limit: string
  /** The ranges in which the page lies. */
  readonly start: readonly string[]
  readonly withCursor: string
}

function leap({ table, order, filter, limit, start, withCursor }: DistinctParts): string {
  const names = order.map(({ name }) => name).join(', ')
  const nextIn = (ranges: readonly string[]) => {
    const parts = ranges.map(
      (range) =>
        `(select ${names} from ${table} where ${filter} and ${range} order by ${orderBy(order)} limit 1)`,
    )
    if (parts.length === 1) return parts[0] ?? ''
    return `(select ${names} from (${parts.join(' union all ')}) as parts order by ${orderBy(order)} limit 1)`
  }
  // In a subquery a bare name is its table's own column.
  const following = rangesAfter(order, ({ name }) => `walk.${name}`)
  const same = order.map(({ compared, name }) => `${compared} = walk.${name}`).join(' and ')
  const walked = order.map(({ compared, dir }) => `walk.${compared} ${dir}`).join(', ')
  return `with recursive ${withCursor}walk as (
      select 1 as nth, next.* from ${nextIn(start)} as next
      union all
      select walk.nth + 1, next.* from walk, lateral ${nextIn(following)} as next
      where walk.nth < ${limit})
    select item.* from walk, lateral (select ${itemColumns} from ${table}
      where ${filter} and ${same} order by position limit 1) as item
    order by ${walked}`
}

function goThrough({ table, order, filter, limit, start, withCursor }: DistinctParts): string {
  const compared = order.map((column) => column.compared).join(', ')
  const names = order.map(({ name }) => name).join(', ')
  return `with ${withCursor}firsts as (
      select distinct on (${compared}) ${itemColumns}, ${names} from ${table}
      where ${filter} and (${start.join(' or ')}) order by ${compared}, position)
    select ${itemColumns} from firsts order by ${orderBy(order)} limit ${limit}`
}

function cursorQuery(table: string, order: readonly OrderColumn[], id: string): string {
  const names = order.map(({ name }) => name).join(', ')
  return `cursor as materialized (select ${names} from ${table} where id = ${id})`
}

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = []
  return { values, parameter: (value) => `$${values.push(value)}` }
}
