import { type RangeA1, parseA1Ref, tokenize, translateFormulaToR1C1 } from '@borgar/fx/xlsx'
import { addressOf } from '../xlsx/cell-address.ts'

/** Where the cells that a formula names stand in the other workbook. */
export interface Move {
  sheet(name: string): string
  /** Null for a row that is gone. */
  row(sheet: string, row: number): number | null
}

export const stays: Move = { sheet: (name) => name.toLowerCase(), row: (_sheet, row) => row }

/** Writes what a formula of a sheet says. */
export type FormulaWriter = (formula: string, sheet: string) => string

/**
 * Writes formulas in one way whatever their blanks and capitals, with the cells where they have moved
 * to. Ranges of several rows may be left as they stand: sorting moves their ends, too.
 */
export function formulaWriter(move: Move, movesRanges: boolean): FormulaWriter {
  const known = new Map<string, string>()
  const write = (value: string, own: string): string => {
    const reference = parseA1Ref(value)
    if (reference === undefined || !('range' in reference)) return value.toUpperCase()
    const { sheetName = '' } = reference
    const sheet = sheetName === '' ? own : sheetName
    const { range } = reference
    const rows = movesRanges || range.top === range.bottom ? movedRows(range, sheet, move) : range
    return `${move.sheet(sheet)}!${rows.top},${range.left}:${rows.bottom},${range.right}`
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

/** A range whose first or last row is gone begins or ends with its neighbour inside the range. */
function movedRows({ top, bottom }: RangeA1, sheet: string, move: Move) {
  if (typeof top !== 'number' || typeof bottom !== 'number') return { top, bottom }
  let [first, last] = [move.row(sheet, top + 1), move.row(sheet, bottom + 1)]
  for (let row = top + 1; first === null && row <= bottom; row++) first = move.row(sheet, row + 1)
  for (let row = bottom - 1; last === null && row >= top; row--) last = move.row(sheet, row + 1)
  return { top: first === null ? 'gone' : first - 1, bottom: last === null ? 'gone' : last - 1 }
}

/** The formula as seen from its cell, so that those of a filled column are alike. */
export function asSeenFrom(formula: string, row: number, column: number): string {
  return translateFormulaToR1C1(formula, addressOf(row, column))
}
