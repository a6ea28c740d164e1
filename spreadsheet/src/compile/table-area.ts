import { didYouMean } from '@bindery/rules/words'
import { parseStructRef } from '@borgar/fx/xlsx'
import type { Table } from '../workbook.ts'
import { parseAddress } from '../xlsx/cell-address.ts'
import type { Area } from './area.ts'
import type { Grid } from './grid.ts'
import type { Resolved, FormulaPlace } from './resolve-reference.ts'

/** The cells of a structured reference such as `Rates[Factor]` or `Rates[[#This Row],[Age]]`. */
export function tableArea(
  text: string,
  tables: readonly Table[],
  gridOf: (sheet: string) => Grid | undefined,
  at: FormulaPlace,
): Resolved {
  const reference = parseStructRef(text)
  if (reference === undefined) return mistake(`${text} cannot be read.`, 'Refer to the cells.')
  const known = tables.map(({ name }) => name)
  const table =
    reference.table === ''
      ? tables.find((candidate) => holds(candidate, at))
      : tables.find(({ name }) => name.toLowerCase() === reference.table?.toLowerCase())
  const whole = table === undefined ? null : wholeOf(table, gridOf)
  if (table === undefined || whole === null) {
    return mistake(
      `There is no table ${reference.table ?? ''}.`,
      didYouMean(reference.table ?? '', known) ?? 'Refer to the cells themselves.',
    )
  }
  const columns = columnsOf(table, reference.columns ?? [])
  if (typeof columns === 'string') {
    return mistake(
      `The table ${table.name} has no column ${columns}.`,
      didYouMean(columns, table.columns) ?? `Its columns are ${table.columns.join(', ')}.`,
    )
  }
  const rows = rowsOf(table, whole, reference.sections ?? [], at)
  if (rows === null) {
    return mistake(
      `${text} asks for rows that are not there.`,
      'Look at the table: it may have no headers, no totals or no row beside the formula.',
    )
  }
  const [first, last] = columns
  return {
    kind: 'area',
    area: { ...whole, ...rows, left: whole.left + first, right: whole.left + last },
  }
}

function mistake(message: string, fix: string): Resolved {
  return { kind: 'mistake', message, fix }
}

function wholeOf(table: Table, gridOf: (sheet: string) => Grid | undefined): Area | null {
  const grid = gridOf(table.sheet)
  const corners = cornersOf(table)
  return grid === undefined || corners === null ? null : { grid, ...corners }
}

function cornersOf({ range }: Table): Omit<Area, 'grid'> | null {
  const [from = '', to = from] = range.replaceAll('$', '').split(':')
  const first = parseAddress(from)
  const last = parseAddress(to)
  if (first === null || last === null) return null
  return { top: first.row, left: first.column, bottom: last.row, right: last.column }
}

/** A formula inside a table may leave out its name. */
function holds(table: Table, { grid, row, column }: FormulaPlace): boolean {
  const corners = cornersOf(table)
  if (corners === null || table.sheet.toLowerCase() !== grid.name.toLowerCase()) return false
  const { top, left, bottom, right } = corners
  return row >= top && row <= bottom && column >= left && column <= right
}

/** The first and last column asked for, zero-based; the name of one that is not there. */
function columnsOf(table: Table, names: readonly string[]): readonly [number, number] | string {
  const positions: number[] = []
  for (const name of names) {
    const wanted = name.toLowerCase()
    const at = table.columns.findIndex((column) => column.toLowerCase() === wanted)
    if (at < 0) return name
    positions.push(at)
  }
  if (positions.length === 0) return [0, table.columns.length - 1]
  return [Math.min(...positions), Math.max(...positions)]
}

function rowsOf(
  table: Table,
  whole: Area,
  sections: readonly string[],
  at: FormulaPlace,
): { top: number; bottom: number } | null {
  const data = {
    top: whole.top + (table.hasHeader ? 1 : 0),
    bottom: whole.bottom - (table.hasTotals ? 1 : 0),
  }
  const asked = (sections.length === 0 ? ['data'] : sections).map((section) => {
    switch (section.toLowerCase()) {
      case 'all':
        return { top: whole.top, bottom: whole.bottom }
      case 'headers':
        return table.hasHeader ? { top: whole.top, bottom: whole.top } : null
      case 'totals':
        return table.hasTotals ? { top: whole.bottom, bottom: whole.bottom } : null
      case 'this row': {
        const isBeside = at.row >= data.top && at.row <= data.bottom
        return isBeside ? { top: at.row, bottom: at.row } : null
      }
      default:
        return data
    }
  })
  if (asked.some((rows) => rows === null)) return null
  const parts = asked.filter((rows) => rows !== null)
  return {
    top: Math.min(...parts.map(({ top }) => top)),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)),
  }
}
