import { amountOutputs } from '../premium/output-names.ts'
import type { NamedCell } from './layout.ts'
import type { Cell, CellValue, Workbook } from './workbook.ts'
import { addSheet } from './xlsx/add-sheet.ts'
import { columnLetters, placeOf } from './xlsx/cell-address.ts'
import { workbookLimits } from './xlsx/limits.ts'
import { openPackage } from './xlsx/open-package.ts'
import { rewriteZip } from './xlsx/rewrite-zip.ts'
import { escapeXml } from './xlsx/text.ts'
import { writeCell } from './xlsx/write-cell.ts'

/** Where a workbook takes its inputs and gives its outputs, as somebody has said beside it. */
export interface SaidLayout {
  readonly inputs: readonly NamedCell[]
  readonly outputs: readonly NamedCell[]
  /** The rate of the tax where no cell has it; null where one does. */
  readonly taxRate: number | null
  /** How many minor units amounts are to be multiplied to; 1 where they are in them already. */
  readonly amountsTimes: number
}

/**
 * A copy of the workbook that says itself what its inputs and outputs are: its cells get names, and
 * outputs stand on a sheet of their own, in minor units. All else stays byte for byte.
 */
export function writeLayout(
  bytes: Uint8Array,
  workbook: Workbook,
  said: SaidLayout,
): { readonly bytes: Uint8Array; readonly workbook: Workbook } {
  const opened = openPackage(bytes, workbookLimits)
  const sheet = unusedName(workbook, 'Bindery')
  const rows = rowsOf(workbook, said)
  const names = [
    ...said.inputs.map(({ name, cell }) => ({ name: `in_${name}`, formula: referenceTo(cell) })),
    ...rows.map(({ name, row }) => ({
      name: `out_${name}`,
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

/** What is read in these rows: all else need not be read again. */
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

const title1 =
  'The outputs that Bindery reads, amounts in minor units (cents). Inputs are the cells whose names begin with in_.'
const firstRow = 3

interface OutputRow {
  readonly name: string
  readonly row: number
  readonly formula: string | null
  readonly value: CellValue
  readonly from: string
}

function rowsOf(workbook: Workbook, { outputs, taxRate, amountsTimes }: SaidLayout): OutputRow[] {
  const rows = outputs.map(({ name, cell }, at): OutputRow => {
    const times = amountOutputs.includes(name) ? amountsTimes : 1
    const saved = valueAt(workbook, cell)
    return {
      name,
      row: firstRow + at,
      formula: times === 1 ? referenceTo(cell) : `${referenceTo(cell)}*${times}`,
      value: typeof saved === 'number' ? saved * times : saved,
      from: placeOf(cell),
    }
  })
  if (taxRate === null) return rows
  const row = firstRow + rows.length
  return [...rows, { name: 'tax_rate', row, formula: null, value: taxRate, from: 'as given' }]
}

function valueAt(workbook: Workbook, { sheet, row, column }: NamedCell['cell']): CellValue {
  const found = workbook.sheets.find(({ name }) => name.toLowerCase() === sheet.toLowerCase())
  return found?.cells.find((cell) => cell.row === row && cell.column === column)?.value ?? null
}

function referenceTo({ sheet, row, column }: NamedCell['cell']): string {
  return `'${sheet.replaceAll("'", "''")}'!$${columnLetters(column)}$${row}`
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
