import { type RangeA1, parseA1Ref, tokenize, translateFormulaToR1C1 } from '@borgar/fx/xlsx'
import { addressOf } from '../xlsx/cell-address.ts'

/** Where the cells that a formula names stand in the other workbook. */
export interface Move {
  sheet(name: string): string
  /** Null for a row that is gone. */
  row(sheet: string, row: number): number | null
  /** Null for a column that is gone. */
  column(sheet: string, column: number): number | null
}

export const stays: Move = {
  sheet: (name) => name.toLowerCase(),
  row: (_sheet, row) => row,
  column: (_sheet, column) => column,
}

/** Writes what a formula of a sheet says. */
export type FormulaWriter = (formula: string, sheet: string) => string

/**
 * Writes formulas in one way whatever their blanks and capitals, with the cells where they have moved
 * to. Ranges of several rows or columns may be left as they stand: sorting moves their
 * ends, too.
 */
export function formulaWriter(move: Move, movesRanges: boolean): FormulaWriter {
  const known = new Map<string, string>()
  const write = (value: string, own: string): string => {
    const reference = parseA1Ref(value)
    if (reference === undefined || !('range' in reference)) return value.toUpperCase()
    const { sheetName = '' } = reference
    const sheet = sheetName === '' ? own : sheetName
    const { range } = reference
    const { top, bottom } = range
    const rows =
      movesRanges || top === bottom
        ? movedSpan([top, bottom], (row) => move.row(sheet, row))
        : [top, bottom]
    const { left, right } = range
    const columns =
      movesRanges || left === right
        ? movedSpan([left, right], (column) => move.column(sheet, column))
        : [left, right]
    return `${move.sheet(sheet)}!${rows[0]},${columns[0]}:${rows[1]},${columns[1]}`
  }
  return (formula, sheet) =>
    tokenize(formula, { mergeRefs: true })
      .filter(({ type }) => type !== 'whitespace')
      .map(({ type, value }) => {
        if (type === 'string') return value
        if (!type.startsWith('range')) return value.toUpperCase()
        return known.getOrInsertComputed(`${sheet}\n${value}`, () => write(value, sheet))
      })
      .join('')
}

type End = RangeA1['bottom'] | 'gone'
type Span = readonly [first: End, last: End]

/** A range whose first or last row or column is gone begins or ends with its neighbour inside the range. */
function movedSpan([from, to]: Span, moved: (line: number) => number | null): Span {
  if (typeof from !== 'number' || typeof to !== 'number') return [from, to]
  let [first, last] = [moved(from + 1), moved(to + 1)]
  for (let line = from + 1; first === null && line <= to; line++) first = moved(line + 1)
  for (let line = to - 1; last === null && line >= from; line--) last = moved(line + 1)
  return [first === null ? 'gone' : first - 1, last === null ? 'gone' : last - 1]
}

/** The formula as seen from its cell, so that those of a filled column are alike. */
export function asSeenFrom(formula: string, row: number, column: number): string {
  return translateFormulaToR1C1(formula, addressOf(row, column))
}
