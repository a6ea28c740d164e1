import type { WorkbookLimits } from './limits.ts'
import { tooLarge } from './workbook-problem.ts'

/** Counts what has been read of a workbook, and ends the reading where it becomes too much. */
export class Budget {
  readonly limits: WorkbookLimits
  #cells = 0
  #characters = 0

  constructor(limits: WorkbookLimits) {
    this.limits = limits
  }

  spendCell(place: string, row: number): void {
    this.#cells += 1
    if (row > this.limits.rowsMax) {
      throw tooLarge(
        place,
        `Row ${row} is not empty; a sheet may have ${this.limits.rowsMax} rows.`,
        'Keep only the rows that the results need. Delete everything far below them.',
      )
    }
    if (this.#cells > this.limits.cellsMax) {
      throw tooLarge(
        place,
        `The workbook has more than ${this.limits.cellsMax} cells that are not empty.`,
        'Keep only the sheets and rows that the results need; large lists belong in a dataset.',
      )
    }
  }

  /** One text may stand in many cells, and is counted in each: it is written out there. */
  spendText(place: string, text: string): string {
    if (text.length > this.limits.textCharactersMax) {
      throw tooLarge(
        place,
        `The text has ${text.length} characters; a cell may hold ${this.limits.textCharactersMax}.`,
        'Shorten it.',
      )
    }
    this.#spendCharacters(place, text.length)
    return text
  }

  spendFormula(place: string, formula: string): string {
    if (formula.length > this.limits.formulaCharactersMax) {
      throw tooLarge(
        place,
        `The formula has ${formula.length} characters; at most ${this.limits.formulaCharactersMax} are allowed.`,
        'Split it over several cells.',
      )
    }
    this.#spendCharacters(place, formula.length)
    return formula
  }

  #spendCharacters(place: string, count: number): void {
    this.#characters += count
    if (this.#characters <= this.limits.charactersMax) return
    throw tooLarge(
      place,
      `The texts and formulas of the workbook have more than ${this.limits.charactersMax} characters together.`,
      'Keep only the sheets and rows that the results need.',
    )
  }
}
