import type { Json } from '@bindery/rules/words'
import { type CellId, type Grid, positionOf } from '../compile/grid.ts'
import type { CellPlace } from '../workbook.ts'
import type { Cell, CellValue, DefinedName, Workbook } from '../workbook.ts'
import { addressOf } from '../xlsx/cell-address.ts'
import { cellWords, wordsAround } from './cell-words.ts'
import { type FormulaWriter, type Move, asSeenFrom, formulaWriter, stays } from './moved-formula.ts'
import type { NeededCells } from './needed-cells.ts'
import { type SheetPair, pairSheets } from './pair-sheets.ts'
import { shown } from './shown-value.ts'
import { wholeColumn, wholeRow } from './whole-lines.ts'

/** Something that calculations need and that differs between two workbooks. */
export interface WorkbookDifference {
  readonly change: 'added' | 'removed' | 'changed'
  /** `Rates!B12`, or a range of cells that changed alike. */
  readonly place: string
  readonly before: Json
  readonly after: Json
  /** What it is, by the words around it: `the factor of "retail"`. */
  readonly about: string
}

/** A workbook with what calculations need of it. */
export interface ComparedWorkbook {
  readonly workbook: Workbook
  readonly needed: NeededCells
}

export interface CompareOptions {
  /** What differs besides the cells, given where each cell has moved to; it is reported first. */
  readonly besides?: (move: Move) => readonly WorkbookDifference[]
  /** Who needs the cells, in the plural. */
  readonly neededBy?: string
}

const shownMax = 200

/**
 * What differs between two workbooks, cell by cell and table row by row, of all that a calculation can
 * come to need.
 */
export function compareCells(
  old: ComparedWorkbook,
  now: ComparedWorkbook,
  options: CompareOptions = {},
): readonly WorkbookDifference[] {
  const differences = new Comparison(old, now, options).differences()
  if (differences.length <= shownMax) return differences
  const about = `and ${differences.length - shownMax} further differences`
  const rest = { change: 'changed', place: '…', before: null, after: null, about } as const
  return [...differences.slice(0, shownMax), rest]
}

interface Place {
  readonly grid: Grid
  readonly row: number
  readonly column: number
}

/** A plain value that differs, in a row that both workbooks have. */
export interface ChangedValue {
  /** Where it stands in the old one. */
  readonly cell: CellPlace
  /** Where it stands in the new one. */
  readonly at: Place
  readonly before: CellValue
  readonly after: CellValue
}

/** Plain values that calculations need and that differ, in the order of the workbook. */
export function changedValues(
  old: ComparedWorkbook,
  now: ComparedWorkbook,
): readonly ChangedValue[] {
  const comparison = new Comparison(old, now, {})
  comparison.differences()
  return comparison.values
}

/** A formula that changed in the same way as those above or below it. */
interface LikeFormulas {
  readonly difference: WorkbookDifference
  readonly first: Place
  count: number
  lastRow: number
}

interface CellPosition {
  readonly row: number
  readonly column: number
}

/** The cells of whole columns that one workbook has and the other does not, and all its others. */
interface ColumnsOfOne {
  readonly cells: readonly CellPosition[]
  readonly rest: ReadonlyMap<number, readonly number[]>
}

class Comparison {
  readonly values: ChangedValue[] = []
  readonly #old: ComparedWorkbook
  readonly #now: ComparedWorkbook
  readonly #options: CompareOptions
  readonly #sheets: readonly SheetPair[]
  readonly #move: Move
  readonly #write: FormulaWriter
  readonly #writeMoved: FormulaWriter
  readonly #writeHeld: FormulaWriter
  readonly #differences: WorkbookDifference[] = []
  readonly #formulas = new Map<string, LikeFormulas>()

  constructor(old: ComparedWorkbook, now: ComparedWorkbook, options: CompareOptions) {
    this.#options = options
    this.#old = old
    this.#now = now
    this.#sheets = pairSheets(old, now)
    const pairOf = new Map(this.#sheets.map((pair) => [pair.old.name.toLowerCase(), pair]))
    this.#move = {
      sheet: (name) => (pairOf.get(name.toLowerCase())?.now.name ?? name).toLowerCase(),
      row: (sheet, row) => {
        const pair = pairOf.get(sheet.toLowerCase())
        return pair === undefined ? row : pair.rows.moved(row)
      },
      column: (sheet, column) => {
        const pair = pairOf.get(sheet.toLowerCase())
        return pair === undefined ? column : pair.columns.moved(column)
      },
    }
    this.#write = formulaWriter(stays, true)
    this.#writeMoved = formulaWriter(this.#move, true)
    this.#writeHeld = formulaWriter(this.#move, false)
  }

  differences(): WorkbookDifference[] {
    this.#differences.push(...(this.#options.besides?.(this.#move) ?? []))
    this.#compareNames()
    for (const pair of this.#sheets) {
      if (pair.old.name !== pair.now.name) {
        this.#report('changed', `sheet ${pair.now.name}`, pair.old.name, pair.now.name, 'its name')
      }
      this.#compareSheet(pair)
    }
    for (const side of [this.#old, this.#now]) this.#reportLoneSheets(side)
    for (const { difference, first, count, lastRow } of this.#formulas.values()) {
      if (count === 1) this.#differences.push(difference)
      else {
        const { grid, row, column } = first
        const place = `${grid.placeOf(row, column)}:${addressOf(lastRow, column)}`
        const about = `${count} formulas in the same way`
        this.#differences.push({ ...difference, place, about })
      }
    }
    return this.#differences
  }

  #report(
    change: WorkbookDifference['change'],
    place: string,
    before: Json,
    after: Json,
    about: string,
  ): void {
    this.#differences.push({ change, place, before, after, about })
  }

  #compareSheet({ old, now, rows, columns: { toOld, toNew } }: SheetPair): void {
    const [oldUsed, nowUsed] = [usedColumns(old), usedColumns(now)]
    const added = this.#reportColumns('added', this.#now, now, (column) =>
      oldUsed.has(toOld(column) ?? 0),
    )
    const removed = this.#reportColumns('removed', this.#old, old, (column) =>
      nowUsed.has(toNew(column) ?? 0),
    )
    const [nowColumns, oldColumns] = [added.rest, removed.rest]
    let highest = 0
    let moved = 0
    for (const [row, columns] of nowColumns) {
      const oldRow = rows.toOld.get(row)
      if (oldRow === undefined) {
        this.#reportRow('added', now, row, columns)
        continue
      }
      const rest = new Set(oldColumns.get(oldRow))
      for (const column of columns) {
        const was = toOld(column)
        if (was !== null) rest.delete(was)
        this.#compareCell(placed(old, oldRow, was), placed(now, row, column))
      }
      for (const was of rest) {
        this.#compareCell(placed(old, oldRow, was), placed(now, row, toNew(was)))
      }
      if (oldRow < highest) moved += 1
      highest = Math.max(highest, oldRow)
    }
    for (const [row, columns] of oldColumns) {
      const nowRow = rows.toNew.get(row)
      if (nowRow === undefined) this.#reportRow('removed', old, row, columns)
      else if (!nowColumns.has(nowRow)) {
        for (const column of columns) {
          this.#compareCell(placed(old, row, column), placed(now, nowRow, toNew(column)))
        }
      }
    }
    // A column that was filled or emptied as a whole changes the value of each of its cells.
    for (const { row, column } of added.cells) {
      const oldRow = rows.toOld.get(row)
      if (oldRow === undefined) continue
      this.#keepValue(placed(old, oldRow, toOld(column)), placed(now, row, column))
    }
    for (const { row, column } of removed.cells) {
      const nowRow = rows.toNew.get(row)
      if (nowRow === undefined) continue
      this.#keepValue(placed(old, row, column), placed(now, nowRow, toNew(column)))
    }
    if (moved === 0) return
    const about = `${moved === 1 ? 'one row stands' : `${moved} rows stand`} in another order`
    this.#report('changed', `sheet ${now.name}`, null, null, about)
  }

  /** Of a cell whose column only one of them has, the other place is null. */
  #compareCell(from: Place | null, to: Place | null): void {
    const [before, after] = [cellOn(from), cellOn(to)]
    const at = to ?? from
    if (at === null || this.#isSame(before, from, after, to)) return
    this.#keepValue(from, to)
    const difference: WorkbookDifference = {
      change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      place: at.grid.placeOf(at.row, at.column),
      before: shown(before),
      after: shown(after),
      // Words are looked for as long as somebody reads them.
      about: this.#differences.length < shownMax ? wordsOf(before && from, after && to) : '',
    }
    if (from === null || before?.formula == null || after?.formula == null) {
      this.#differences.push(difference)
      return
    }
    const like = [
      at.grid.name,
      at.column,
      asSeenFrom(before.formula, from.row, from.column),
      asSeenFrom(after.formula, at.row, at.column),
    ].join('\n')
    const known = this.#formulas.get(like)
    if (known === undefined) {
      this.#formulas.set(like, { difference, first: at, count: 1, lastRow: at.row })
    } else {
      known.count += 1
      known.lastRow = at.row
    }
  }

  /** Plain values that differ, of cells that both workbooks have a place for. */
  #keepValue(from: Place | null, to: Place | null): void {
    const [before, after] = [cellOn(from), cellOn(to)]
    if (from === null || to === null) return
    if (before?.formula != null || after?.formula != null) return
    this.values.push({
      cell: { sheet: from.grid.name, row: from.row, column: from.column },
      at: to,
      before: before?.value ?? null,
      after: after?.value ?? null,
    })
  }

  #isSame(
    before: Cell | undefined,
    from: Place | null,
    after: Cell | undefined,
    to: Place | null,
  ): boolean {
    const [was, is] = [before?.formula ?? null, after?.formula ?? null]
    if (was === null || is === null || from === null || to === null) {
      return was === is && isSameValue(before?.value ?? null, after?.value ?? null)
    }
    return this.#saysTheSame(was, from.grid.name, is, to.grid.name)
  }

  #saysTheSame(was: string, oldSheet: string, is: string, sheet: string): boolean {
    const wanted = this.#write(is, sheet)
    return this.#writeMoved(was, oldSheet) === wanted || this.#writeHeld(was, oldSheet) === wanted
  }

  /** Words are looked for as long as somebody reads them: for thousands of rows that takes minutes. */
  #reportRow(
    change: 'added' | 'removed',
    grid: Grid,
    row: number,
    columns: readonly number[],
  ): void {
    if (this.#differences.length < shownMax)
      this.#differences.push(wholeRow(change, grid, row, columns))
    else this.#report(change, grid.placeOf(row, columns[0] ?? 1), null, null, 'a row')
  }

  /**
   * Reports columns that only one of them has, and gives their cells and what is left, row by row. A
   * cell that stands in its column alone is reported as a cell.
   */
  #reportColumns(
    change: 'added' | 'removed',
    side: ComparedWorkbook,
    grid: Grid,
    isInBoth: (column: number) => boolean,
  ): ColumnsOfOne {
    const byRow = columnsByRow(side, grid)
    const places = [...byRow].flatMap(([row, columns]) =>
      columns.map((column) => ({ row, column })),
    )
    const whole = new Map<number, readonly CellPosition[]>()
    for (const [column, cells] of Map.groupBy(places, (place) => place.column)) {
      if (cells.length === 1 || isInBoth(column)) continue
      whole.set(column, cells)
      const rows = cells.map(({ row }) => row)
      this.#differences.push(wholeColumn(change, grid, column, rows))
    }
    if (whole.size === 0) return { cells: [], rest: byRow }
    const rest = [...byRow].map(([row, columns]) => {
      return [row, columns.filter((column) => !whole.has(column))] as const
    })
    return {
      cells: [...whole.values()].flat(),
      rest: new Map(rest.filter(([, columns]) => columns.length > 0)),
    }
  }

  /** Sheets that only one of them has. */
  #reportLoneSheets(side: ComparedWorkbook): void {
    const isOld = side === this.#old
    const paired = new Set(this.#sheets.map((pair) => (isOld ? pair.old : pair.now).name))
    for (const grid of side.needed.references.grids) {
      if (paired.has(grid.name)) continue
      const count = [...columnsByRow(side, grid).values()].flat().length
      if (count === 0) continue
      const { neededBy = 'calculations' } = this.#options
      const about = `a sheet with ${count} cells that ${neededBy} ${isOld ? 'needed' : 'need'}`
      this.#report(isOld ? 'removed' : 'added', `sheet ${grid.name}`, null, null, about)
    }
  }

  /** Names that formulas use and that stand for something else now. */
  #compareNames(): void {
    const keyOf = ({ name, sheet }: DefinedName) => `${sheet ?? ''}!${name}`.toLowerCase()
    const olds = new Map(this.#old.workbook.names.map((defined) => [keyOf(defined), defined]))
    const used = usedNames(this.#now)
    for (const defined of this.#now.workbook.names) {
      const { name, formula, sheet } = defined
      const other = olds.get(keyOf(defined))
      if (other === undefined || !used.has(name.toLowerCase())) continue
      if (this.#saysTheSame(other.formula, sheet ?? '', formula, sheet ?? '')) continue
      this.#report(
        'changed',
        `name ${name}`,
        `=${other.formula}`,
        `=${formula}`,
        'what it stands for',
      )
    }
  }
}

/** Every word that formulas or the names they use are made of, in small letters. */
function usedNames({ needed, workbook }: ComparedWorkbook): ReadonlySet<string> {
  const words = new Set<string>()
  const add = (formula: string) => {
    for (const [word] of formula.matchAll(/[\p{L}_\\][\p{L}\p{N}_.\\]*/gu))
      words.add(word.toLowerCase())
  }
  needed.formulas.forEach(add)
  for (let known = -1; known !== words.size;) {
    known = words.size
    for (const { name, formula } of workbook.names) if (words.has(name.toLowerCase())) add(formula)
  }
  return words
}

function placed(grid: Grid, row: number, column: number | null): Place | null {
  return column === null ? null : { grid, row, column }
}

function cellOn(place: Place | null): Cell | undefined {
  return place?.grid.cellAt(place.row, place.column)
}

/** What a cell is; also what it was, where something else stands over it now. */
function wordsOf(from: Place | null | undefined, to: Place | null | undefined): string {
  const [was, is] = [from, to].map((place) => {
    if (place == null) return null
    const { grid, row, column } = place
    return { ...wordsAround(grid, row, column), all: cellWords(grid, row, column) }
  })
  if (was == null || is == null) return (is ?? was)?.all ?? ''
  const isOther = was.heading !== null && was.heading !== is.heading
  return isOther ? `${is.all}; before, ${was.all}` : is.all
}

/** The needed cells of a sheet, row by row downwards. */
function columnsByRow({ needed }: ComparedWorkbook, grid: Grid): Map<number, number[]> {
  const places = [...needed.cells]
    .map((id: CellId) => positionOf(id))
    .filter(({ sheet, row, column }) => sheet === grid.position && grid.cellAt(row, column))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  const byRow = new Map<number, number[]>()
  for (const { row, column } of places) {
    const known = byRow.get(row)
    if (known === undefined) byRow.set(row, [column])
    else known.push(column)
  }
  return byRow
}

function usedColumns(grid: Grid): ReadonlySet<number> {
  const used = new Set<number>()
  for (const { column, value, formula } of grid.cells()) {
    if (value !== null || formula !== null) used.add(column)
  }
  return used
}

function isSameValue(a: CellValue, b: CellValue): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a?.error === b?.error
  return a === b
}
