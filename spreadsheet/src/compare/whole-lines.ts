import type { Json } from '@bindery/rules/words'
import type { Grid } from '../compile/grid.ts'
import { addressOf } from '../xlsx/cell-address.ts'
import { headingsOf, rowWords } from './cell-words.ts'
import type { WorkbookDifference } from './compare-cells.ts'
import { shown } from './shown-value.ts'

type Change = 'added' | 'removed'

/** Of a column with more cells only their number is shown. */
const valuesShownMax = 20

/** A whole row that is new or gone, with its values by their headings. */
export function wholeRow(
  change: Change,
  grid: Grid,
  row: number,
  columns: readonly number[],
): WorkbookDifference {
  const sorted = columns.toSorted((a, b) => a - b)
  const headings = headingsOf(grid, row, sorted)
  const values = sorted.map((column, at): [string, Json] => [
    headings[at] ?? '',
    shown(grid.cellAt(row, column)),
  ])
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  const place = `${grid.placeOf(row, first)}:${addressOf(row, last)}`
  const words = rowWords(grid, row, last + 1)
  const about = words === '' ? 'a row' : `the row of ${words}`
  return { change, place, ...sides(change, Object.fromEntries(values)), about }
}

/** A whole column that is new or gone, with its values by the words of their rows. */
export function wholeColumn(
  change: Change,
  grid: Grid,
  column: number,
  rows: readonly number[],
): WorkbookDifference {
  const [first = 1] = rows
  const last = rows.at(-1) ?? first
  const place = `${grid.placeOf(first, column)}:${addressOf(last, column)}`
  // Headings may be among the cells that are needed: the last one stands under them.
  const [heading = ''] = headingsOf(grid, last, [column])
  const about = `the column ${heading}`
  if (rows.length > valuesShownMax) {
    return { change, place, before: null, after: null, about: `${about} with ${rows.length} cells` }
  }
  const values = rows.map((row): [string, Json] => {
    const words = rowWords(grid, row, column).replaceAll('"', '')
    return [words === '' ? addressOf(row, column) : words, shown(grid.cellAt(row, column))]
  })
  return { change, place, ...sides(change, Object.fromEntries(values)), about }
}

function sides(change: Change, values: Json): { readonly before: Json; readonly after: Json } {
  return change === 'added' ? { before: null, after: values } : { before: values, after: null }
}
