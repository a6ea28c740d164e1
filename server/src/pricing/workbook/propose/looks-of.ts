import type { CellPlace } from '../layout.ts'
import type { CellRange, CellStyle, SheetLooks, Validation } from '../looks.ts'
import { addressOf } from '../xlsx/cell-address.ts'

/** Finds what a file says of one cell. */
export class LooksOf {
  readonly #sheets: ReadonlyMap<string, SheetLooks>

  constructor(looks: readonly SheetLooks[]) {
    this.#sheets = new Map(looks.map((one) => [one.sheet.toLowerCase(), one]))
  }

  styleOf({ sheet, row, column }: CellPlace): CellStyle | null {
    return this.#sheets.get(sheet.toLowerCase())?.styles.get(addressOf(row, column)) ?? null
  }

  /** The first that holds for the cell, as spreadsheet programs take it. */
  validationOf({ sheet, row, column }: CellPlace): Validation | null {
    const validations = this.#sheets.get(sheet.toLowerCase())?.validations ?? []
    const holds = ({ top, left, bottom, right }: CellRange) =>
      row >= top && row <= bottom && column >= left && column <= right
    return validations.find(({ ranges }) => ranges.some(holds)) ?? null
  }
}
