import type { Grid } from '../compile/grid.ts'
import type { Sheet } from '../workbook.ts'
import type { ComparedWorkbook } from './compare-cells.ts'
import { type MatchedColumns, matchColumns, unmoved } from './match-columns.ts'
import { type MatchedRows, type Rows, matchRows, rowsOf } from './match-rows.ts'

/** A sheet in both workbooks, and what of it has become what. */
export interface SheetPair {
  readonly old: Grid
  readonly now: Grid
  readonly rows: MatchedRows
  readonly columns: MatchedColumns
}

/** By their names; what is left, by its place. */
export function pairSheets(old: ComparedWorkbook, now: ComparedWorkbook): SheetPair[] {
  const [olds, nows] = [old.needed.references.grids, now.needed.references.grids]
  const same = (a: Grid, b: Grid) => a.name.toLowerCase() === b.name.toLowerCase()
  return olds.flatMap((grid): SheetPair[] => {
    const sameName = nows.find((other) => same(grid, other))
    const samePlace = nows[grid.position]
    const isFree = samePlace !== undefined && !olds.some((other) => same(other, samePlace))
    const partner = sameName ?? (isFree ? samePlace : undefined)
    if (partner === undefined) return []
    const [before, after] = [
      old.workbook.sheets[grid.position],
      now.workbook.sheets[partner.position],
    ]
    if (before === undefined || after === undefined) return []
    const columns = matchColumns(before, after)
    const rows = matchRows(...rowsToMatch(before, after, columns), {
      before: ({ row, column }) =>
        old.needed.cells.has(grid.id(row, columns.toOld(column) ?? column)),
      after: ({ row, column }) => now.needed.cells.has(partner.id(row, column)),
    })
    return [{ old: grid, now: partner, rows, columns }]
  })
}

/** What both have, in the columns of the new one. */
function rowsToMatch(before: Sheet, after: Sheet, columns: MatchedColumns): [Rows, Rows] {
  if (columns === unmoved) return [rowsOf(before), rowsOf(after)]
  const olds = before.cells.flatMap((cell) => {
    const column = columns.toNew(cell.column)
    return column === null ? [] : [{ ...cell, column }]
  })
  const nows = after.cells.filter(({ column }) => columns.toOld(column) !== null)
  return [rowsOf({ cells: olds }), rowsOf({ cells: nows })]
}
