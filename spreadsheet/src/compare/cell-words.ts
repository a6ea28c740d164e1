import type { Grid } from '../compile/grid.ts'
import type { Cell, CellValue } from '../workbook.ts'
import { columnLetters } from '../xlsx/cell-address.ts'

/** Further up or left than this stands nothing that says what a cell is. */
const rowsUpMax = 10_000
const keysMax = 3
const wordCharactersMax = 40

/** The words around a cell that say what it is. */
export interface CellWords {
  /** What stands over it: `factor`. */
  readonly heading: string | null
  /** What stands to its left: `"retail"`; empty where nothing does. */
  readonly keys: string
}

export function wordsAround(grid: Grid, row: number, column: number): CellWords {
  return { heading: headingAbove(grid, row, column), keys: rowWords(grid, row, column) }
}

/** What a cell is by the words around it: `the factor of "retail"`; empty where there are none. */
export function cellWords(grid: Grid, row: number, column: number): string {
  const { heading, keys } = wordsAround(grid, row, column)
  if (heading === null) return keys
  return keys === '' ? `the ${heading}` : `the ${heading} of ${keys}`
}

/** What stands to the left in the same row: its texts, and the first cell of all. */
export function rowWords(grid: Grid, row: number, before: number): string {
  const block: Cell[] = []
  for (let column = before - 1; column > 0; column--) {
    const cell = grid.cellAt(row, column)
    if (cell === undefined || cell.value === null) {
      if (block.length > 0) break
      continue
    }
    block.unshift(cell)
  }
  const [first] = block
  // A key that is put together says more than its parts.
  const isMade = first !== undefined && first.formula !== null && typeof first.value === 'string'
  const isKey = ({ value, formula }: Cell, at: number) =>
    formula === null && (typeof value === 'string' || (at === 0 && typeof value === 'number'))
  const keys = isMade ? [first] : block.filter(isKey)
  return keys
    .slice(0, keysMax)
    .map(({ value }) => showKey(value))
    .join(', ')
}

/** The text over a column of values without a gap, if there is one. */
function headingAbove(grid: Grid, row: number, column: number): string | null {
  const at = headingRow(grid, row, column)
  return at === null ? null : textAt(grid, at, column)
}

/** Over numbers the nearest text, over texts the first of all. */
function headingRow(grid: Grid, row: number, column: number): number | null {
  const isText = textAt(grid, row, column) !== null
  let found: number | null = null
  for (let up = row - 1; up > 0 && up >= row - rowsUpMax; up--) {
    if (grid.cellAt(up, column) === undefined) break
    if (textAt(grid, up, column) === null) continue
    found = up
    if (!isText) break
  }
  return found
}

/** What the columns of a row are called, else their letters: all in the row of one heading. */
export function headingsOf(grid: Grid, row: number, columns: readonly number[]): string[] {
  const ofNumbers = columns
    .filter((column) => textAt(grid, row, column) === null)
    .map((column) => headingRow(grid, row, column))
    .find((at) => at !== null)
  return columns.map((column) => {
    const known = ofNumbers === undefined ? null : textAt(grid, ofNumbers ?? row, column)
    return known ?? headingAbove(grid, row, column) ?? columnLetters(column)
  })
}

function textAt(grid: Grid, row: number, column: number): string | null {
  const cell = grid.cellAt(row, column)
  return typeof cell?.value === 'string' && cell.formula === null ? shorten(cell.value) : null
}

function showKey(value: CellValue): string {
  return typeof value === 'string' ? `"${shorten(value)}"` : JSON.stringify(value)
}

function shorten(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= wordCharactersMax ? line : `${line.slice(0, wordCharactersMax - 1)}…`
}
