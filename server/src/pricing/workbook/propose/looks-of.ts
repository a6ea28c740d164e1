import {
  addressOf,
  type CellPlace,
  type CellRange,
  type CellStyle,
  parseAddress,
  type SheetLooks,
  type Validation,
} from '@bindery/spreadsheet'

/** A range with more cells is a column of a table rather than a form that somebody fills in. */
const formCellsMax = 5_000

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

  /** Every cell with data validation or Excel's style Input, blank ones too, but for whole columns. */
  *marked(): Generator<CellPlace> {
    for (const { sheet, validations, styles } of this.#sheets.values()) {
      for (const { kind, ranges } of validations) {
        if (kind === 'none') continue
        for (const range of ranges) for (const cell of cellsOf(range)) yield { sheet, ...cell }
      }
      for (const [address, { builtIn }] of styles) {
        const cell = builtIn === inputStyle ? parseAddress(address) : null
        if (cell !== null) yield { sheet, row: cell.row, column: cell.column }
      }
    }
  }
}

/** The number of Excel's own style for inputs. */
export const inputStyle = 20

function* cellsOf({ top, left, bottom, right }: CellRange): Generator<Omit<CellPlace, 'sheet'>> {
  if ((bottom - top + 1) * (right - left + 1) > formCellsMax) return
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) yield { row, column }
  }
}
