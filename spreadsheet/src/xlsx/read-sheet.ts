import { serialOfIso } from '../functions/serial.ts'
import { errorOfCode, type ErrorCode } from '../functions/value.ts'
import type { Cell, CellValue, Sheet } from '../workbook.ts'
import type { Budget } from './budget.ts'
import { addressOf } from './cell-address.ts'
import { scanSheet, type WrittenCell, type WrittenFormula } from './scan-sheet.ts'
import { type SharedFormula, takeApart, writeOut } from './shared-formula.ts'
import { unescapeText } from './text.ts'
import { damaged } from './workbook-problem.ts'

export interface SheetSource {
  readonly name: string
  readonly part: string
  readonly text: string
  readonly sharedStrings: readonly string[]
  readonly countsFrom1904: boolean
}

/** The cells of one sheet that hold something, each with its formula written out. */
export function readSheet(source: SheetSource, budget: Budget): Sheet {
  const shared = new Map<string, SharedFormula>()
  const cells: Cell[] = []
  scanSheet(source.text, source.part, (row) => {
    for (const written of row.cells) {
      const place = `${source.name}!${addressOf(written.row, written.column)}`
      const value = valueOf(written, source, place, budget)
      const formula = formulaOf(written, shared, place, budget, value)
      if (formula === null && value === null) continue
      budget.spendCell(place, written.row)
      const cell = { row: written.row, column: written.column, formula, value }
      const arrayRange = written.formula?.kind === 'array' ? written.formula.range : null
      cells.push(arrayRange === null ? cell : { ...cell, arrayRange })
    }
  })
  return { name: source.name, cells }
}

function formulaOf(
  cell: WrittenCell,
  shared: Map<string, SharedFormula>,
  place: string,
  budget: Budget,
  value: CellValue,
): string | null {
  const { formula } = cell
  if (formula === null) return null
  const text =
    formula.kind === 'shared' ? expandShared(cell, formula, shared, place) : textOf(formula)
  if (text === '' || (typeof value === 'boolean' && isTypedBoolean(text))) return null
  return budget.spendFormula(place, text)
}

/** LibreOffice writes a TRUE that was typed as the formula TRUE(). */
export function isTypedBoolean(formula: string): boolean {
  return /^(TRUE|FALSE)\(\)$/i.test(formula.trim())
}

/** What Excel calls a data table has no formula of its own; under its name it will be refused. */
function textOf(formula: WrittenFormula): string {
  const text = formula.text.trim().replace(/^=/, '')
  return formula.kind === 'dataTable' ? 'TABLE()' : text
}

/** Only the first cell of a shared formula carries it; the others point there. */
export function expandShared(
  cell: WrittenCell,
  formula: WrittenFormula,
  shared: Map<string, SharedFormula>,
  place: string,
): string {
  const index = formula.sharedIndex ?? ''
  const text = textOf(formula)
  if (text !== '') {
    shared.set(index, takeApart(text, cell.row, cell.column))
    return text
  }
  const first = shared.get(index)
  if (first === undefined) throw damaged(place, 'a shared formula is missing')
  return writeOut(first, cell)
}

function valueOf(
  { type, value, inlineText }: WrittenCell,
  source: SheetSource,
  place: string,
  budget: Budget,
): CellValue {
  if (type === 'inlineStr') {
    // Some programs write the value of a formula as an inline string's type with a plain value.
    const text = inlineText ?? (value === null ? null : unescapeText(value))
    return text === null ? null : budget.spendText(place, text)
  }
  if (value === null) return null
  if (type === 'str') return budget.spendText(place, unescapeText(value))
  if (value.trim() === '') return null
  switch (type) {
    case 'n':
      return numberOf(value, place)
    case 's':
      return budget.spendText(place, sharedString(value, source, place))
    case 'b':
      return booleanOf(value, place)
    case 'e':
      return { error: errorCode(value) }
    case 'd':
      return serialOf(value, source.countsFrom1904, place)
    default:
      throw damaged(place, `a cell is of the unknown type ${type}`)
  }
}

function numberOf(text: string, place: string): number {
  const number = Number(text)
  if (!Number.isFinite(number)) throw damaged(place, `the number ${text.slice(0, 40)} is none`)
  return number
}

function sharedString(index: string, { sharedStrings }: SheetSource, place: string): string {
  const text = /^\s*\d+\s*$/.test(index) ? sharedStrings[Number(index)] : undefined
  if (text === undefined) throw damaged(place, 'a text is missing')
  return text
}

function booleanOf(text: string, place: string): boolean {
  const word = text.trim().toLowerCase()
  if (word === '1' || word === 'true') return true
  if (word === '0' || word === 'false') return false
  throw damaged(place, 'a value is neither TRUE nor FALSE')
}

/** Errors that came with newer functions, which are refused anyway, count as wrong values. */
function errorCode(text: string): ErrorCode {
  return errorOfCode(text.trim().toUpperCase())?.code ?? '#VALUE!'
}

/** Days between the two ways of counting. */
const daysTo1904 = 1462

/** A date written out, `2027-02-01` or `2027-02-01T12:00:00`, as the number of its day. */
function serialOf(text: string, countsFrom1904: boolean, place: string): number {
  const [, day, hours, minutes, seconds] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?Z?$/.exec(text.trim()) ?? []
  const serial = day === undefined ? null : serialOfIso(day)
  if (serial === null) throw damaged(place, `the date ${text.slice(0, 40)} is none`)
  const time = Number(hours ?? 0) / 24 + Number(minutes ?? 0) / 1440 + Number(seconds ?? 0) / 86_400
  return serial + time - (countsFrom1904 ? daysTo1904 : 0)
}
