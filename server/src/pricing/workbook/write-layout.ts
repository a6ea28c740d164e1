import {
  type Cell,
  type CellValue,
  columnLetters,
  placeOf,
  referenceTo,
  type Sheet,
  type Workbook,
  workbookLimits,
} from '@bindery/spreadsheet'
import { addSheet, escapeXml, openPackage, rewriteZip, writeCell } from '@bindery/spreadsheet/xlsx'
import { amountOutputs } from '../premium/output-names.ts'
import type { NamedCell } from './layout.ts'
import type { PlainValue } from './propose/constraint.ts'

/** An output that no cell of the workbook has; its formula may use the names of inputs and outputs. */
export interface AddedOutput {
  readonly name: string
  /** Without an equals sign; null for a value that is the same for every customer. */
  readonly formula: string | null
  readonly value: CellValue
}

/** The cells that a sale needs beside the price: days of cover and number of payments. */
export interface SaleCells {
  readonly outputs: readonly AddedOutput[]
  /** Inputs that no cell of the workbook has, with a value to try them with. */
  readonly inputs: readonly { readonly name: string; readonly value: PlainValue }[]
  /** So many payments a year share the amounts of the workbook; null where an amount is one payment. */
  readonly amountsShared: number | null
}

export const noSaleCells: SaleCells = { outputs: [], inputs: [], amountsShared: null }

/** The inputs and outputs of a workbook that does not name them itself. */
export interface LayoutSpec {
  readonly inputs: readonly NamedCell[]
  readonly outputs: readonly NamedCell[]
  /** The rate of the tax where no cell has it; null where one does. */
  readonly taxRate: number | null
  /** How many minor units amounts are to be multiplied to; 1 where they are in them already. */
  readonly amountsTimes: number
  readonly sale: SaleCells
}

/**
 * A copy of the workbook that says itself what its inputs and outputs are: its cells get names, and
 * outputs stand on a sheet of their own, in minor units. All else stays byte for byte.
 */
export function writeLayout(
  bytes: Uint8Array,
  workbook: Workbook,
  spec: LayoutSpec,
): { readonly bytes: Uint8Array; readonly workbook: Workbook } {
  const opened = openPackage(bytes, workbookLimits)
  const sheet = unusedName(workbook, addedSheet)
  const rows = rowsOf(workbook, spec)
  const names = [
    ...spec.inputs.map(({ name, cell }) => ({ name: `in_${name}`, formula: referenceTo(cell) })),
    ...rows.map(({ name, row, isInput }) => ({
      name: `${isInput ? 'in' : 'out'}_${name}`,
      formula: referenceTo({ sheet, row, column: 2 }),
    })),
  ]
  const written = rows.map(({ name, formula, value, row, from }) =>
    rowText(row, [
      textCell(row, 1, name),
      writeCell(
        { prefix: '', attributes: ` r="B${row}"` },
        formula && `<f>${escapeXml(formula)}</f>`,
        value,
      ),
      textCell(row, 3, from),
    ]),
  )
  const title = rowText(1, [textCell(1, 1, title1)])
  const changes = addSheet(opened, { name: sheet, rows: [title, ...written].join(''), names })
  return {
    bytes: rewriteZip(bytes, opened.parts.entries, changes),
    workbook: {
      ...workbook,
      sheets: [...workbook.sheets, { name: sheet, cells: cellsOf(rows) }],
      names: [...workbook.names, ...names.map((one) => ({ ...one, sheet: null }))],
    },
  }
}

/** The cells of these rows: no others have to be read again. */
function cellsOf(rows: readonly OutputRow[]): Cell[] {
  return [
    { row: 1, column: 1, formula: null, value: title1 },
    ...rows.flatMap(({ row, name, formula, value, from }): Cell[] => [
      { row, column: 1, formula: null, value: name },
      { row, column: 2, formula, value },
      { row, column: 3, formula: null, value: from },
    ]),
  ]
}

/** The sheet that is added to a copy. */
export const addedSheet = 'Bindery'

const title1 =
  'The outputs that Bindery reads, amounts in minor units (cents). Inputs are the cells whose names begin with in_.'
const firstRow = 3

/** Whether a sheet is the one that `writeLayout` adds. */
export function isOutputsSheet({ cells }: Sheet): boolean {
  return cells.some(({ row, column, value }) => row === 1 && column === 1 && value === title1)
}

interface OutputRow {
  readonly name: string
  readonly row: number
  readonly formula: string | null
  readonly value: CellValue
  readonly from: string
  readonly isInput: boolean
}

function rowsOf(
  workbook: Workbook,
  { outputs, taxRate, amountsTimes, sale }: LayoutSpec,
): OutputRow[] {
  const given = { from: 'as given', isInput: false }
  const rows: Omit<OutputRow, 'row'>[] = [
    ...outputs.map(({ name, cell }) => {
      const isAmount = amountOutputs.includes(name)
      const times = isAmount ? amountsTimes : 1
      const shared = isAmount ? (sale.amountsShared ?? 1) : 1
      const saved = valueAt(workbook, cell)
      const factor = times === 1 ? '' : `*${times}`
      const share = isAmount && sale.amountsShared !== null ? '/out_billing_cycles' : ''
      return {
        name,
        formula: `${referenceTo(cell)}${factor}${share}`,
        value: typeof saved === 'number' ? (saved * times) / shared : saved,
        from: placeOf(cell),
        isInput: false,
      }
    }),
    ...(taxRate === null ? [] : [{ name: 'tax_rate', formula: null, value: taxRate, ...given }]),
    ...sale.outputs.map((output) => ({ ...output, ...given })),
    ...sale.inputs.map((input) => ({ ...input, formula: null, ...given, isInput: true })),
  ]
  return rows.map((row, at) => ({ ...row, row: firstRow + at }))
}

function valueAt(workbook: Workbook, { sheet, row, column }: NamedCell['cell']): CellValue {
  const found = workbook.sheets.find(({ name }) => name.toLowerCase() === sheet.toLowerCase())
  return found?.cells.find((cell) => cell.row === row && cell.column === column)?.value ?? null
}

function unusedName(workbook: Workbook, stem: string): string {
  const taken = new Set(workbook.sheets.map(({ name }) => name.toLowerCase()))
  let name = stem
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} ${number}`
  return name
}

function rowText(row: number, cells: readonly string[]): string {
  return `<row r="${row}">${cells.join('')}</row>`
}

function textCell(row: number, column: number, text: string): string {
  const attributes = ` r="${columnLetters(column)}${row}"`
  return writeCell({ prefix: '', attributes }, null, text)
}
