import type { Json } from '../../../kernel/index.ts'
import { type CellId, type Grid, positionOf } from '../compile/grid.ts'
import type { CellPlace, WorkbookLayout } from '../layout.ts'
import { readWorkbook } from '../read-workbook.ts'
import type { Cell, CellValue, DefinedName, Workbook } from '../workbook.ts'
import { addressOf } from '../xlsx/cell-address.ts'
import { cellWords, headingsOf, rowWords } from './cell-words.ts'
import { compareLayouts } from './compare-layouts.ts'
import { type MatchedRows, matchRows, rowsOf } from './match-rows.ts'
import { type FormulaWriter, type Move, asSeenFrom, formulaWriter, stays } from './moved-formula.ts'
import { type NeededCells, findNeeded } from './needed-cells.ts'

/** Something that prices need and that differs between two workbooks. */
export interface WorkbookDifference {
  readonly change: 'added' | 'removed' | 'changed'
  /** `Rates!B12`, or a range of cells that changed alike. */
  readonly place: string
  readonly before: Json
  readonly after: Json
  /** What it is, by the words around it: `the factor of "retail"`. */
  readonly about: string
}

const toldMax = 200

/**
 * What differs between two workbooks, cell by cell and table row by row, of all that a price can come
 * to need; null where one of them cannot be read.
 */
export function compareWorkbooks(
  before: Uint8Array,
  after: Uint8Array,
): readonly WorkbookDifference[] | null {
  const [old, now] = [sideOf(before), sideOf(after)]
  if (old === null || now === null) return null
  const told = new Comparison(old, now).differences()
  if (told.length <= toldMax) return told
  const about = `and ${told.length - toldMax} further differences`
  const rest = { change: 'changed', place: '…', before: null, after: null, about } as const
  return [...told.slice(0, toldMax), rest]
}

/** A plain value that differs, in a row that both workbooks have. */
export interface ChangedValue {
  /** Where it stands in the old one. */
  readonly cell: CellPlace
  /** Where it stands in the new one. */
  readonly at: { readonly grid: Grid; readonly row: number; readonly column: number }
  readonly before: CellValue
  readonly after: CellValue
}

/** Plain values that prices need and that differ, in the order of the workbook. */
export function changedValues(old: Side, now: Side): readonly ChangedValue[] {
  const comparison = new Comparison(old, now)
  comparison.differences()
  return comparison.values
}

/** A workbook with what prices need of it. */
export interface Side {
  readonly workbook: Workbook
  readonly layout: WorkbookLayout
  readonly needed: NeededCells
}

export function sideOf(bytes: Uint8Array): Side | null {
  const read = readWorkbook(bytes)
  if (!read.ok) return null
  const { workbook, layout } = read
  return { workbook, layout, needed: findNeeded(workbook, layout) }
}

interface SheetPair {
  readonly old: Grid
  readonly now: Grid
  readonly rows: MatchedRows
}

/** A formula that changed in the same way as those above or below it. */
interface LikeFormulas {
  readonly difference: WorkbookDifference
  readonly first: { readonly grid: Grid; readonly row: number; readonly column: number }
  count: number
  lastRow: number
}

class Comparison {
  readonly values: ChangedValue[] = []
  readonly #old: Side
  readonly #now: Side
  readonly #sheets: readonly SheetPair[]
  readonly #move: Move
  readonly #write: FormulaWriter
  readonly #writeMoved: FormulaWriter
  readonly #writeHeld: FormulaWriter
  readonly #told: WorkbookDifference[] = []
  readonly #formulas = new Map<string, LikeFormulas>()

  constructor(old: Side, now: Side) {
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
    }
    this.#write = formulaWriter(stays, true)
    this.#writeMoved = formulaWriter(this.#move, true)
    this.#writeHeld = formulaWriter(this.#move, false)
  }

  differences(): WorkbookDifference[] {
    this.#told.push(...compareLayouts(this.#old.layout, this.#now.layout, this.#move))
    this.#compareNames()
    for (const pair of this.#sheets) {
      if (pair.old.name !== pair.now.name) {
        this.#tell('changed', `sheet ${pair.now.name}`, pair.old.name, pair.now.name, 'its name')
      }
      this.#compareSheet(pair)
    }
    for (const side of [this.#old, this.#now]) this.#tellLoneSheets(side)
    for (const { difference, first, count, lastRow } of this.#formulas.values()) {
      if (count === 1) this.#told.push(difference)
      else {
        const { grid, row, column } = first
        const place = `${grid.placeOf(row, column)}:${addressOf(lastRow, column)}`
        const about = `${count} formulas in the same way`
        this.#told.push({ ...difference, place, about })
      }
    }
    return this.#told
  }

  #tell(
    change: WorkbookDifference['change'],
    place: string,
    before: Json,
    after: Json,
    about: string,
  ): void {
    this.#told.push({ change, place, before, after, about })
  }

  #compareSheet({ old, now, rows }: SheetPair): void {
    const [oldColumns, nowColumns] = [columnsByRow(this.#old, old), columnsByRow(this.#now, now)]
    let highest = 0
    let moved = 0
    for (const [row, columns] of nowColumns) {
      const oldRow = rows.toOld.get(row)
      if (oldRow === undefined) {
        this.#tellRow('added', now, row, columns)
        continue
      }
      const all = new Set([...columns, ...(oldColumns.get(oldRow) ?? [])])
      for (const column of all) this.#compareCell(old, oldRow, now, row, column)
      if (oldRow < highest) moved += 1
      highest = Math.max(highest, oldRow)
    }
    for (const [row, columns] of oldColumns) {
      const nowRow = rows.toNew.get(row)
      if (nowRow === undefined) this.#tellRow('removed', old, row, columns)
      else if (!nowColumns.has(nowRow)) {
        for (const column of columns) this.#compareCell(old, row, now, nowRow, column)
      }
    }
    if (moved === 0) return
    const about = `${moved === 1 ? 'one row stands' : `${moved} rows stand`} in another order`
    this.#tell('changed', `sheet ${now.name}`, null, null, about)
  }

  #compareCell(old: Grid, oldRow: number, now: Grid, row: number, column: number): void {
    const before = old.cellAt(oldRow, column)
    const after = now.cellAt(row, column)
    if (this.#isSame(before, old, after, now)) return
    if (before?.formula == null && after?.formula == null) {
      this.values.push({
        cell: { sheet: old.name, row: oldRow, column },
        at: { grid: now, row, column },
        before: before?.value ?? null,
        after: after?.value ?? null,
      })
    }
    const difference: WorkbookDifference = {
      change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      place: now.placeOf(row, column),
      before: shown(before),
      after: shown(after),
      // Words are looked for as long as somebody reads them.
      about: this.#told.length < toldMax ? cellWords(now, row, column) : '',
    }
    if (before?.formula == null || after?.formula == null) {
      this.#told.push(difference)
      return
    }
    const like = [
      now.name,
      column,
      asSeenFrom(before.formula, oldRow, column),
      asSeenFrom(after.formula, row, column),
    ].join('\n')
    const known = this.#formulas.get(like)
    if (known === undefined) {
      const first = { grid: now, row, column }
      this.#formulas.set(like, { difference, first, count: 1, lastRow: row })
    } else {
      known.count += 1
      known.lastRow = row
    }
  }

  #isSame(before: Cell | undefined, old: Grid, after: Cell | undefined, now: Grid): boolean {
    const [was, is] = [before?.formula ?? null, after?.formula ?? null]
    if (was === null || is === null) {
      return was === is && isSameValue(before?.value ?? null, after?.value ?? null)
    }
    return this.#saysTheSame(was, old.name, is, now.name)
  }

  #saysTheSame(was: string, oldSheet: string, is: string, sheet: string): boolean {
    const wanted = this.#write(is, sheet)
    return this.#writeMoved(was, oldSheet) === wanted || this.#writeHeld(was, oldSheet) === wanted
  }

  /** A whole row that is new or gone, with its values by their headings. */
  #tellRow(change: 'added' | 'removed', grid: Grid, row: number, columns: readonly number[]): void {
    const sorted = columns.toSorted((a, b) => a - b)
    const headings = headingsOf(grid, row, sorted)
    const values: Json = Object.fromEntries(
      sorted.map((column, at) => [headings[at] ?? '', shown(grid.cellAt(row, column))]),
    )
    const [first = 1] = sorted
    const place = `${grid.placeOf(row, first)}:${addressOf(row, sorted.at(-1) ?? first)}`
    const words = rowWords(grid, row, (sorted.at(-1) ?? first) + 1)
    const about = words === '' ? 'a row' : `the row of ${words}`
    const [before, after] = change === 'added' ? [null, values] : [values, null]
    this.#tell(change, place, before, after, about)
  }

  /** Sheets that only one of them has. */
  #tellLoneSheets(side: Side): void {
    const isOld = side === this.#old
    const paired = new Set(this.#sheets.map((pair) => (isOld ? pair.old : pair.now).name))
    for (const grid of side.needed.references.grids) {
      if (paired.has(grid.name)) continue
      const count = [...columnsByRow(side, grid).values()].flat().length
      if (count === 0) continue
      const about = `a sheet with ${count} cells that prices ${isOld ? 'needed' : 'need'}`
      this.#tell(isOld ? 'removed' : 'added', `sheet ${grid.name}`, null, null, about)
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
      this.#tell(
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
function usedNames({ needed, workbook }: Side): ReadonlySet<string> {
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

/** By their names; what is left, by its place. */
function pairSheets(old: Side, now: Side): SheetPair[] {
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
    const rows = matchRows(rowsOf(before), rowsOf(after), {
      before: ({ row, column }) => old.needed.cells.has(grid.id(row, column)),
      after: ({ row, column }) => now.needed.cells.has(partner.id(row, column)),
    })
    return [{ old: grid, now: partner, rows }]
  })
}

/** The needed cells of a sheet, row by row downwards. */
function columnsByRow({ needed }: Side, grid: Grid): Map<number, number[]> {
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

function isSameValue(a: CellValue, b: CellValue): boolean {
  if (typeof a === 'object' && typeof b === 'object') return a?.error === b?.error
  return a === b
}

function shown(cell: Cell | undefined): Json {
  if (cell === undefined) return null
  if (cell.formula !== null) return `=${cell.formula}`
  return typeof cell.value === 'object' && cell.value !== null ? cell.value.error : cell.value
}
