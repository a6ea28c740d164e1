import { parseDecimal } from '@bindery/spreadsheet/decimal'
import { serialOfIso } from '@bindery/spreadsheet/formulas'
import { CsvError, parse } from 'csv-parse/sync'
import { type Problem, didYouMean, otherSeparator } from '../../kernel/index.ts'
import type { TableDeclaration, ValueType } from './formula-file.ts'
import {
  problemsMax,
  tableBytesMax,
  tableCellsMax,
  tableColumnsMax,
  tableRowsMax,
} from './limits.ts'
import { readText } from './read-value.ts'
import type { FormulaScalar, Table } from './scope.ts'
import { tableOf } from './table-of.ts'

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads a table's CSV; null after reporting problems. `file` is the path it was found at. */
export function readTable(
  declaration: TableDeclaration,
  file: string,
  bytes: Uint8Array,
  problems: Problem[],
): Table | null {
  const before = problems.length
  const report = (place: string, message: string, fix: string) => {
    if (problems.length <= problemsMax) problems.push({ file, place, message, fix })
  }
  if (bytes.length > tableBytesMax) {
    report('', `The table is larger than ${tableBytesMax} bytes.`, 'Take rows or columns out.')
    return null
  }
  const rows = readRows(bytes, report)
  const [header, ...data] = rows ?? []
  if (header === undefined) {
    if (rows !== null) report('', 'The table is empty.', 'Begin with a row of column names.')
    return null
  }
  const other = otherSeparator(header.cells)
  if (other !== null) {
    report('row 1', other.message, other.fix)
    return null
  }
  const headers = header.cells.map((cell) => cell.trim())
  checkShape(headers, data, report)
  checkDeclared(declaration, headers, report)
  if (problems.length > before) return null
  const types = headers.map((name, at) =>
    columnType(declaration.columns.get(name), name, at, data, report),
  )
  const cells = data.flatMap(({ cells, line }) =>
    headers.map((name, at) =>
      readCell(cells[at] ?? '', types[at] ?? 'text', `row ${line}, column ${name}`, report),
    ),
  )
  checkKey(declaration.key, headers, data, report)
  if (problems.length > before) return null
  const lines = data.map(({ line }) => line)
  return tableOf({ name: declaration.name, file, headers, lines }, cells)
}

type Report = (place: string, message: string, fix: string) => void

function readRows(bytes: Uint8Array, report: Report): Row[] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // With `info` each record comes with where it stands, which the library's types do not follow.
    const records = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { readonly info: { readonly lines: number }; readonly record: string[] }[]
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }))
  } catch (error) {
    const reason = error instanceof CsvError ? error.message : 'it is not UTF-8 text'
    report(
      '',
      `The table cannot be read: ${reason}.`,
      'Save it as CSV in UTF-8, separated by commas.',
    )
    return null
  }
}

function checkShape(headers: readonly string[], rows: readonly Row[], report: Report): void {
  if (headers.length > tableColumnsMax) {
    report(
      'row 1',
      `There are ${headers.length} columns; at most ${tableColumnsMax} are allowed.`,
      'Split the table.',
    )
  }
  if (rows.length > tableRowsMax || rows.length * headers.length > tableCellsMax) {
    report(
      '',
      `There are ${rows.length} rows; at most ${tableRowsMax} rows and ${tableCellsMax} cells are allowed.`,
      'Split the table.',
    )
  }
  const seen = new Set<string>()
  headers.forEach((name, at) => {
    if (name === '') report('row 1', `Column ${at + 1} has no name.`, 'Name it in the first row.')
    else if (seen.has(name)) {
      report('row 1', `The column ${name} occurs twice.`, 'Give each column a name of its own.')
    }
    seen.add(name)
  })
  for (const { line, cells } of rows) {
    if (cells.length === headers.length) continue
    report(
      `row ${line}`,
      `The row has ${cells.length} cells, the header ${headers.length}.`,
      'Check its commas; a cell with a comma must stand in double quotes.',
    )
  }
}

function checkDeclared(
  declaration: TableDeclaration,
  headers: readonly string[],
  report: Report,
): void {
  for (const name of [...declaration.columns.keys(), ...declaration.key]) {
    if (headers.includes(name)) continue
    report(
      'row 1',
      `There is no column ${name}, which pricing.yaml declares for the table ${declaration.name}.`,
      didYouMean(name, headers) ?? `The columns are ${headers.join(', ')}.`,
    )
  }
}

/** The declared type, or what all cells agree on; a column of mostly numbers must be declared. */
function columnType(
  declared: ValueType | undefined,
  name: string,
  at: number,
  rows: readonly Row[],
  report: Report,
): ValueType {
  if (declared !== undefined) return declared
  const filled = rows.filter(({ cells }) => (cells[at] ?? '').trim() !== '')
  const numbers = filled.filter(({ cells }) => parseDecimal((cells[at] ?? '').trim()) !== null)
  if (filled.length > 0 && numbers.length === filled.length) return 'number'
  if (numbers.length * 2 > filled.length) {
    const odd = filled.find(({ cells }) => parseDecimal((cells[at] ?? '').trim()) === null)
    report(
      `row ${odd?.line ?? 1}, column ${name}`,
      `The cell \`${odd?.cells[at] ?? ''}\` is not a number, though most of its column are.`,
      `Correct it, or declare the column as text: columns: { ${name}: text }.`,
    )
    return 'text'
  }
  const fits = (check: (text: string) => boolean) =>
    filled.length > 0 && filled.every(({ cells }) => check((cells[at] ?? '').trim()))
  if (fits((text) => serialOfIso(text) !== null)) return 'date'
  return fits((text) => /^(true|false)$/i.test(text)) ? 'boolean' : 'text'
}

/** An empty cell is a blank, whatever the column's type. */
function readCell(text: string, type: ValueType, place: string, report: Report): FormulaScalar {
  if (text.trim() === '') return null
  const value = readText(type === 'text' ? text.trim() : text, type)
  if (value !== undefined) return value
  report(
    place,
    `The cell \`${text}\` is not of type ${type}.`,
    'Correct the cell, or declare the column as text.',
  )
  return null
}

function checkKey(
  key: readonly string[],
  headers: readonly string[],
  rows: readonly Row[],
  report: Report,
): void {
  if (key.length === 0) return
  const columns = key.map((name) => headers.indexOf(name))
  const seen = new Map<string, number>()
  for (const { line, cells } of rows) {
    const identity = JSON.stringify(columns.map((at) => (cells[at] ?? '').trim().toLowerCase()))
    const first = seen.get(identity)
    if (first === undefined) seen.set(identity, line)
    else
      report(
        `row ${line}`,
        `The key (${key.join(', ')}) is the same as in row ${first}.`,
        'Remove one of the two.',
      )
  }
}
