import type { Cell, Sheet } from '../workbook.ts'
import { placeOf } from '../xlsx/cell-address.ts'
import type { Area } from './area.ts'

/** Room for every row and column of a sheet within one number. */
const columnsRoom = 2 ** 14
const sheetRoom = 2 ** 35

/** Names a cell of the workbook: a number, so that maps of many thousands are quick. */
export type CellId = number

/** A sheet's cells by place, and which of them a calculation may change. */
export class Grid {
  readonly name: string
  readonly position: number
  readonly lastRow: number
  readonly lastColumn: number
  /** Cells that carry a formula for a whole range. */
  readonly arrays: readonly Cell[]
  readonly #cells = new Map<CellId, Cell>()
  /** Rows of cells that are no plain values, by column. */
  readonly #live = new Map<number, Set<number>>()

  constructor(sheet: Sheet, position: number) {
    this.name = sheet.name
    this.position = position
    let lastRow = 0
    let lastColumn = 0
    for (const cell of sheet.cells) {
      this.#cells.set(this.id(cell.row, cell.column), cell)
      lastRow = Math.max(lastRow, cell.row)
      lastColumn = Math.max(lastColumn, cell.column)
      if (cell.formula !== null) this.markLive(cell.row, cell.column)
    }
    this.arrays = sheet.cells.filter(({ arrayRange }) => arrayRange !== undefined)
    this.lastRow = lastRow
    this.lastColumn = lastColumn
  }

  id(row: number, column: number): CellId {
    return this.position * sheetRoom + row * columnsRoom + column
  }

  cellAt(row: number, column: number): Cell | undefined {
    return this.#cells.get(this.id(row, column))
  }

  cells(): IterableIterator<Cell> {
    return this.#cells.values()
  }

  placeOf(row: number, column: number): string {
    return placeOf({ sheet: this.name, row, column })
  }

  markLive(row: number, column: number): void {
    const rows = this.#live.get(column)
    if (rows === undefined) this.#live.set(column, new Set([row]))
    else rows.add(row)
  }

  /** The cells of an area that are no plain values. */
  *liveIn({ top, left, bottom, right }: Area): Generator<CellId> {
    for (const [column, rows] of this.#live) {
      if (column < left || column > right) continue
      if (bottom - top < rows.size) {
        for (let row = top; row <= bottom; row++) if (rows.has(row)) yield this.id(row, column)
      } else {
        for (const row of rows) if (row >= top && row <= bottom) yield this.id(row, column)
      }
    }
  }
}

/** Row, column and sheet of a cell from its name. */
export function positionOf(id: CellId): { sheet: number; row: number; column: number } {
  const sheet = Math.floor(id / sheetRoom)
  const within = id - sheet * sheetRoom
  const row = Math.floor(within / columnsRoom)
  return { sheet, row, column: within - row * columnsRoom }
}
