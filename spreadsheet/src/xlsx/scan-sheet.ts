import { parseAddress } from './cell-address.ts'
import { readRichText } from './text.ts'
import { XmlScanner } from './xml-scanner.ts'

/** A cell as it is written, with its place in the text of its sheet. */
export interface WrittenCell {
  readonly row: number
  readonly column: number
  readonly start: number
  readonly end: number
  /** `n`, `s`, `str`, `b`, `e`, `d` or `inlineStr`. */
  readonly type: string
  readonly formula: WrittenFormula | null
  /** What stands between `<v>` and `</v>`, or null without one. */
  readonly value: string | null
  readonly inlineText: string | null
}

export interface WrittenFormula {
  readonly start: number
  readonly end: number
  readonly text: string
  /** `normal`, `shared`, `array` or `dataTable`. */
  readonly kind: string
  /** The range of a shared or array formula; the cell that carries a shared one has it too. */
  readonly range: string | null
  readonly sharedIndex: string | null
}

export interface WrittenRow {
  readonly row: number
  readonly start: number
  /** The end of the opening tag. */
  readonly openEnd: number
  readonly end: number
  readonly isEmpty: boolean
  readonly cells: readonly WrittenCell[]
}

/** Where the rows of a sheet begin and end; null for a sheet without any place for them. */
export interface SheetExtent {
  readonly start: number
  readonly openEnd: number
  readonly end: number
  readonly isEmpty: boolean
}

/** Walks through the rows of a sheet; only one row is held at a time. */
export function scanSheet(
  text: string,
  part: string,
  visit: (row: WrittenRow) => void,
): SheetExtent | null {
  const scanner = new XmlScanner(text, part)
  let extent: SheetExtent | null = null
  if (!scanner.nextChild(0)) throw scanner.fail('a sheet is empty')
  while (scanner.nextChild(1)) {
    if (scanner.name !== 'sheetData') continue
    if (extent !== null) throw scanner.fail('a sheet has its cells twice')
    const { start, end: openEnd, isEmpty } = scanner
    scanRows(scanner, visit)
    extent = { start, openEnd, end: scanner.end, isEmpty }
  }
  return extent
}

function scanRows(scanner: XmlScanner, visit: (row: WrittenRow) => void): void {
  const { depth } = scanner
  let row = 0
  while (scanner.nextChild(depth)) {
    if (scanner.name !== 'row') continue
    const number = scanner.attribute('r')
    const next = number === undefined ? row + 1 : parseAddress(`A${number}`)?.row
    if (next === undefined || next <= row) throw scanner.fail(`row ${number} is out of order`)
    row = next
    const { start, end: openEnd, isEmpty } = scanner
    const cells = scanCells(scanner, row)
    visit({
      row,
      start,
      openEnd,
      end: scanner.end,
      isEmpty,
      cells,
    })
  }
}

function scanCells(scanner: XmlScanner, row: number): WrittenCell[] {
  const { depth } = scanner
  const cells: WrittenCell[] = []
  let column = 0
  while (scanner.nextChild(depth)) {
    if (scanner.name !== 'c') continue
    const address = scanner.attribute('r')
    const place = address === undefined ? { row, column: column + 1 } : parseAddress(address)
    if (place === null || place.row !== row || place.column <= column) {
      throw scanner.fail(`cell ${address} is out of order`)
    }
    column = place.column
    cells.push({ row, column, ...scanCell(scanner) })
  }
  return cells
}

function scanCell(scanner: XmlScanner): Omit<WrittenCell, 'row' | 'column'> {
  const { depth, start } = scanner
  const type = scanner.attribute('t') ?? 'n'
  let formula: WrittenFormula | null = null
  let value: string | null = null
  let inlineText: string | null = null
  while (scanner.nextChild(depth)) {
    if (scanner.name === 'f') formula = scanFormula(scanner)
    else if (scanner.name === 'v') value = scanner.content()
    else if (scanner.name === 'is') inlineText = readRichText(scanner)
  }
  return { start, end: scanner.end, type, formula, value, inlineText }
}

function scanFormula(scanner: XmlScanner): WrittenFormula {
  const { start } = scanner
  const kind = scanner.attribute('t') ?? 'normal'
  const range = scanner.attribute('ref') ?? null
  const sharedIndex = scanner.attribute('si') ?? null
  const text = scanner.content()
  return { start, end: scanner.end, text, kind, range, sharedIndex }
}
