import type { CellValue } from '../workbook.ts'
import { addressOf } from './cell-address.ts'
import { applyEdits, type Edit } from './edits.ts'
import { expandShared, isTypedBoolean } from './read-sheet.ts'
import {
  scanSheet,
  type SheetExtent,
  type WrittenCell,
  type WrittenFormula,
  type WrittenRow,
} from './scan-sheet.ts'
import type { SharedFormula } from './shared-formula.ts'
import { escapeXml } from './text.ts'
import { type CellTag, writeCell } from './write-cell.ts'
import { XmlScanner } from './xml-scanner.ts'

/** A value to be put into a sheet. */
export interface PatchedCell {
  readonly row: number
  readonly column: number
  readonly value: CellValue
  /** True where the value takes the place of whatever stands there, a formula included. */
  readonly isInput: boolean
}

export interface PatchedSheet {
  readonly text: string
  /** True where a value took the place of a formula. */
  readonly lostFormula: boolean
}

/**
 * Puts values into the XML of a sheet. Formulas for which there is none lose the one kept with
 * them, so that no program shows what follows from other inputs; all else stays as it is.
 */
export function patchSheet(
  text: string,
  part: string,
  cells: readonly PatchedCell[],
): PatchedSheet {
  const patch = new SheetPatch(text, part, cells)
  const extent = scanSheet(text, part, (row) => patch.visit(row))
  if (extent !== null) patch.finish(extent)
  return { text: applyEdits(text, patch.edits), lostFormula: patch.lostFormula }
}

class SheetPatch {
  readonly edits: Edit[] = []
  lostFormula = false
  readonly #text: string
  readonly #part: string
  /** What is still to be put in, by row and from left to right. */
  readonly #rows: Map<number, PatchedCell[]>
  readonly #shared = new Map<string, SharedFormula>()
  /** Shared formulas whose first cell is overwritten; the others must carry them themselves. */
  readonly #orphaned = new Set<string>()

  constructor(text: string, part: string, cells: readonly PatchedCell[]) {
    this.#text = text
    this.#part = part
    const ordered = cells.toSorted((a, b) => a.row - b.row || a.column - b.column)
    this.#rows = Map.groupBy(ordered, ({ row }) => row)
  }

  visit(row: WrittenRow): void {
    const prefix = prefixAt(this.#text, row.start, 'row')
    this.#insertRows(row.start, prefix, (number) => number < row.row)
    const wanted = this.#rows.get(row.row) ?? []
    this.#rows.delete(row.row)
    if (row.isEmpty) {
      if (wanted.length === 0) return
      const added = wanted.map((cell) => newCell(cell, prefix)).join('')
      this.#edit(row.openEnd - 2, row.openEnd, `>${added}</${prefix}row>`)
      return
    }
    let left = wanted
    let end = row.openEnd
    for (const cell of row.cells) {
      left = this.#insertCells(cell.start, prefix, left, cell.column)
      const patched = left[0]?.column === cell.column ? left[0] : undefined
      if (patched !== undefined) left = left.slice(1)
      this.#replace(cell, patched, prefix)
      end = cell.end
    }
    this.#insertCells(end, prefix, left, Infinity)
  }

  /** Rows that the sheet does not have yet and that come after all of its own. */
  finish(extent: SheetExtent): void {
    const prefix = prefixAt(this.#text, extent.start, 'sheetData')
    if (this.#rows.size === 0) return
    if (!extent.isEmpty) {
      const close = this.#text.lastIndexOf('<', extent.end - 1)
      this.#insertRows(close, prefix, () => true)
      return
    }
    this.#edit(extent.openEnd - 2, extent.openEnd, '>')
    this.#insertRows(extent.openEnd, prefix, () => true)
    this.#edit(extent.openEnd, extent.openEnd, `</${prefix}sheetData>`)
  }

  #edit(start: number, end: number, text: string): void {
    this.edits.push({ start, end, text })
  }

  #insertRows(at: number, prefix: string, isDue: (row: number) => boolean): void {
    for (const [row, cells] of this.#rows) {
      if (!isDue(row)) break // They are in order.
      const added = cells.map((cell) => newCell(cell, prefix)).join('')
      this.#edit(at, at, `<${prefix}row r="${row}">${added}</${prefix}row>`)
      this.#rows.delete(row)
    }
  }

  #insertCells(
    at: number,
    prefix: string,
    cells: readonly PatchedCell[],
    before: number,
  ): PatchedCell[] {
    const due = cells.filter(({ column }) => column < before)
    for (const cell of due) this.#edit(at, at, newCell(cell, prefix))
    return cells.slice(due.length)
  }

  /** A formula that was not computed anew loses the value kept with it, which may no longer hold. */
  #replace(cell: WrittenCell, patched: PatchedCell | undefined, prefix: string): void {
    const { formula } = cell
    if (patched === undefined && (formula === null || isTypedBoolean(formula.text))) return
    const isOverwritten = patched?.isInput === true
    const ownFormula = formula === null ? null : this.#formulaOf(cell, formula, prefix)
    if (formula !== null && isOverwritten) {
      this.lostFormula = true
      if (formula.kind === 'shared') this.#orphaned.add(formula.sharedIndex ?? '')
    }
    const tag = this.#tagOf(cell, prefix, isOverwritten)
    const kept = isOverwritten ? null : ownFormula
    this.#edit(cell.start, cell.end, writeCell(tag, kept, patched?.value ?? null))
  }

  /** The formula as written; or written out, where the cell that it is shared from loses it. */
  #formulaOf(cell: WrittenCell, formula: WrittenFormula, prefix: string): string {
    const written = this.#text.slice(formula.start, formula.end)
    if (formula.kind !== 'shared') return written
    const text = expandShared(cell, formula, this.#shared, this.#part)
    const isOrphan = this.#orphaned.has(formula.sharedIndex ?? '')
    return isOrphan ? `<${prefix}f>${escapeXml(text)}</${prefix}f>` : written
  }

  /** Its attributes without its type, which follows from the value. */
  #tagOf(cell: WrittenCell, prefix: string, isInput: boolean): CellTag {
    const scanner = new XmlScanner(this.#text.slice(cell.start, cell.end), this.#part)
    scanner.next()
    const dropped = isInput ? ['t', 'vm', 'cm'] : ['t', 'vm']
    const attributes = scanner
      .attributes()
      .filter(({ name }) => !dropped.includes(name))
      .map(
        ({ name, valueStart, valueEnd }) =>
          ` ${name}=${scanner.text.slice(valueStart - 1, valueEnd + 1)}`,
      )
    return { prefix, attributes: attributes.join('') }
  }
}

function newCell({ row, column, value }: PatchedCell, prefix: string): string {
  return writeCell({ prefix, attributes: ` r="${addressOf(row, column)}"` }, null, value)
}

function prefixAt(text: string, start: number, name: string): string {
  return text.slice(start + 1, text.indexOf(name, start))
}
