import {
  addressOf,
  type Cell,
  type CellPlace,
  placeOf,
  type Sheet,
  type Workbook,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import type { NamedCell } from './layout.ts'

/** Fields as rules and formulas name them; dots reach into dataset items. */
const nameShape = /^[a-z_][a-z0-9_]*(\.[a-z0-9_]+)*$/i
const nameCharactersMax = 100
const namesMax = 500

/** Looks cells up, and collects every mistake in how a workbook names its inputs and outputs. */
export class LayoutReader {
  readonly problems: WorkbookProblem[] = []
  readonly warnings: WorkbookProblem[] = []
  readonly #workbook: Workbook
  /** The cells of sheets that were asked for: mostly one or two of many. */
  readonly #sheets = new Map<string, ReadonlyMap<string, Cell>>()

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  report(place: string, message: string, fix: string): void {
    this.problems.push({ place, message, fix })
  }

  warn(place: string, message: string, fix: string): void {
    this.warnings.push({ place, message, fix })
  }

  cell(sheet: string, row: number, column: number): Cell | null {
    const cells = this.#sheets.getOrInsertComputed(sheet.toLowerCase(), (name) => {
      const found = this.#workbook.sheets.find((one) => one.name.toLowerCase() === name)
      return new Map(found?.cells.map((one) => [addressOf(one.row, one.column), one]) ?? [])
    })
    return cells.get(addressOf(row, column)) ?? null
  }

  /** The name that stands in a cell; null for a blank, and after reporting what is not a name. */
  name(noun: string, at: CellPlace): string | null {
    const value = this.cell(at.sheet, at.row, at.column)?.value ?? null
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null
    const name = typeof value === 'string' ? value.trim() : ''
    if (nameShape.test(name) && name.length <= nameCharactersMax && name !== '__proto__') {
      return name
    }
    this.report(
      placeOf(at),
      `The name of ${noun} belongs here, and ${show(value)} is none.`,
      'Use letters, digits and underscores, beginning with a letter; notes belong in other columns.',
    )
    return null
  }

  /** An output's value must be there, or the name was written for nothing. */
  output(name: string, cell: CellPlace): NamedCell {
    const found = this.cell(cell.sheet, cell.row, cell.column)
    if (found === null) {
      this.report(
        placeOf(cell),
        `The output ${name} has no value.`,
        'Write its formula here, or delete its name.',
      )
    }
    return { name, cell }
  }

  /** An input's value may be blank, or hold a value to try the workbook with. */
  input(name: string, cell: CellPlace): NamedCell {
    if (this.cell(cell.sheet, cell.row, cell.column)?.formula != null) {
      this.warn(
        placeOf(cell),
        `The input ${name} holds a formula, which the customer's answer replaces.`,
        'Write a value to try the workbook with, or nothing.',
      )
    }
    return { name, cell }
  }

  /** A cell that holds TRUE, FALSE or a formula; null for a blank or what is none of them. */
  condition(what: string, at: CellPlace): CellPlace | null {
    const cell = this.cell(at.sheet, at.row, at.column)
    if (cell === null) return null
    if (cell.formula !== null || typeof cell.value === 'boolean') return at
    if (typeof cell.value === 'string' && cell.value.trim() === '') return null
    this.report(
      placeOf(at),
      `${what} is TRUE, FALSE or a formula, not ${show(cell.value)}.`,
      'Write TRUE or FALSE (without quotes) or a formula, or leave it blank.',
    )
    return null
  }

  /** Each name once, each cell once, and not too many. */
  checkNames(noun: string, named: readonly NamedCell[]): void {
    const names = new Map<string, string>()
    const cells = new Map<string, string>()
    for (const { name, cell } of named) {
      const place = placeOf(cell)
      const other = names.get(name)
      const owner = cells.get(place)
      if (other !== undefined) {
        this.report(
          place,
          `The ${noun} ${name} is also at ${other}.`,
          'Give each a name of its own.',
        )
      } else if (owner !== undefined && noun !== 'output') {
        this.report(place, `The cell is both ${owner} and ${name}.`, 'Give each a cell of its own.')
      }
      names.set(name, place)
      cells.set(place, name)
    }
    if (named.length <= namesMax) return
    this.report(
      '',
      `There are ${named.length} ${noun}s; at most ${namesMax} are allowed.`,
      'Take some out.',
    )
  }
}

function show(value: Cell['value']): string {
  if (value === null) return 'a blank'
  if (typeof value === 'object') return value.error
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value).toUpperCase()
}

export function lastRow(sheet: Sheet): number {
  return sheet.cells.reduce((last, { row }) => Math.max(last, row), 0)
}

export function findSheet(workbook: Workbook, name: string): Sheet | null {
  return workbook.sheets.find((sheet) => sheet.name.trim().toLowerCase() === name) ?? null
}
