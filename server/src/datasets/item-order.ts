import { type Layout, columnsOf } from './content.ts'
import type { Direction, SortField } from './list-request.ts'

/** One column of a sort. */
export interface OrderColumn {
  readonly name: string
  /** The column as it is compared, with its collation. */
  readonly compared: string
  readonly dir: Direction
}

export function orderColumns(
  layout: Layout,
  language: string,
  sort: readonly SortField[],
): OrderColumn[] {
  return sort.flatMap(({ field, dir }) => {
    const { stem, type } = columnsOf(layout, field, language)
    const number = { name: `${stem}_n`, compared: `${stem}_n`, dir }
    if (type === 'number') return [number]
    const name = `${stem}_t`
    return [number, { name, compared: `${name} collate "${layout.collations[language]}"`, dir }]
  })
}

/**
 * The place in the import settles ties; it follows the last direction, so one index serves both.
 */
export function settleTies(columns: readonly OrderColumn[]): OrderColumn[] {
  const dir = columns.at(-1)?.dir ?? 'asc'
  return [...columns, { name: 'position', compared: 'position', dir }]
}

export function reversed(columns: readonly OrderColumn[]): OrderColumn[] {
  return columns.map((column) => ({ ...column, dir: column.dir === 'asc' ? 'desc' : 'asc' }))
}

export function orderBy(columns: readonly OrderColumn[]): string {
  return columns.map(({ compared, dir }) => `${compared} ${dir}`).join(', ')
}

/**
 * The conditions for the items after a position in the sort: each is one range of an index, and all
 * ranges cover the rest. Columns that share a direction compare as one row; each change of
 * direction adds a range.
 */
export function rangesAfter(
  columns: readonly OrderColumn[],
  valueOf: (column: OrderColumn) => string,
): string[] {
  const runs = runsOf(columns)
  return runs.map((run, at) => {
    const before = runs.slice(0, at).flat()
    const equal = before.map((column) => `${column.compared} = ${valueOf(column)}`)
    const row = run.map(({ compared }) => compared).join(', ')
    const values = run.map(valueOf).join(', ')
    const sign = run[0]?.dir === 'asc' ? '>' : '<'
    return [...equal, `(${row}) ${sign} (${values})`].join(' and ')
  })
}

function runsOf(columns: readonly OrderColumn[]): OrderColumn[][] {
  const runs: OrderColumn[][] = []
  for (const column of columns) {
    const run = runs.at(-1)
    if (run?.[0]?.dir === column.dir) run.push(column)
    else runs.push([column])
  }
  return runs
}
