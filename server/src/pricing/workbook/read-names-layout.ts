import { type CellPlace, type DefinedName, parseAddress, type Workbook } from '@bindery/spreadsheet'
import { filesNamedIn } from '@bindery/spreadsheet/references'
import type { InputCell, NamedCell, WorkbookLayout } from './layout.ts'
import type { LayoutReader } from './layout-reader.ts'
import { addedSheet } from './write-layout.ts'

export function hasLayoutNames(workbook: Workbook, exceptSheet: string | null = null): boolean {
  return workbook.names.some(
    (one) =>
      /^(in|out)_./i.test(one.name) &&
      (exceptSheet === null || cellOf(one, workbook)?.sheet !== exceptSheet),
  )
}

/** Outputs of the sheet Bindery, which is added to workbooks that say nothing of the sale itself. */
export function readAddedOutputs(workbook: Workbook, reader: LayoutReader): NamedCell[] {
  if (!workbook.sheets.some(({ name }) => name === addedSheet)) return []
  return cellsNamed(workbook, 'out_', reader)
    .filter(({ cell }) => cell.sheet === addedSheet)
    .map(({ name, cell }) => reader.output(name, cell))
}

/**
 * Cells that the workbook itself names: `in_age` takes an input, `required_age` and `valid_age` say
 * whether it must be given and whether it is right, `var_commission` takes a pricing variable and
 * `out_gross_premium` gives an output.
 */
export function readNamesLayout(workbook: Workbook, reader: LayoutReader): WorkbookLayout {
  const conditions = new Map<string, CellPlace>()
  for (const [prefix, what] of conditionPrefixes) {
    for (const { name, cell } of cellsNamed(workbook, prefix, reader)) {
      const condition = reader.condition(what, cell)
      if (condition !== null) conditions.set(`${prefix}${name}`.toLowerCase(), condition)
    }
  }
  const inputs: InputCell[] = cellsNamed(workbook, 'in_', reader).map(({ name, cell }) => ({
    ...reader.input(name, cell),
    required: conditions.get(`required_${name}`.toLowerCase()) ?? null,
    isValid: conditions.get(`valid_${name}`.toLowerCase()) ?? null,
    knocksOut: false,
  }))
  const predefined = cellsNamed(workbook, 'var_', reader)
  const outputs = cellsNamed(workbook, 'out_', reader).map(({ name, cell }) =>
    reader.output(name, cell),
  )
  return { inputs, predefined, outputs }
}

const conditionPrefixes = [
  ['required_', 'Required'],
  ['valid_', 'IsValid'],
] as const

function cellsNamed(workbook: Workbook, prefix: string, reader: LayoutReader): NamedCell[] {
  return workbook.names.flatMap((defined) => {
    if (!defined.name.toLowerCase().startsWith(prefix)) return []
    const name = defined.name.slice(prefix.length)
    if (isCondition(prefix) && !hasInput(workbook, name)) return []
    const cell = cellOf(defined, workbook)
    if (cell !== null && name !== '') return [{ name, cell }]
    const [file] = filesNamedIn(defined.formula, workbook.links)
    if (file !== undefined) {
      reader.report(
        `name ${defined.name}`,
        `The name stands for a cell of another file, ${file}.`,
        'Let it stand for a cell of this workbook; pricing opens no other files.',
      )
      return []
    }
    reader.report(
      `name ${defined.name}`,
      `The name stands for ${defined.formula === '' ? 'nothing' : defined.formula}, not for one cell.`,
      'Let it stand for a single cell, such as Calc!$B$2, or delete it.',
    )
    return []
  })
}

/** Other names may well begin with valid_; they mean an input only where there is one. */
function isCondition(prefix: string): boolean {
  return prefix === 'required_' || prefix === 'valid_'
}

function hasInput(workbook: Workbook, name: string): boolean {
  return workbook.names.some((defined) => defined.name.toLowerCase() === `in_${name.toLowerCase()}`)
}

/** The one cell of `Calc!$B$2`, `'My sheet'!B2` or `Calc!$B$2:$B$2`. */
function cellOf({ formula, sheet }: DefinedName, workbook: Workbook): CellPlace | null {
  const [, quoted, plain, first, second] =
    /^(?:'((?:[^']|'')+)'!|([^'!:[\]]+)!)?\$?([A-Z]{1,3}\$?\d+)(?::\$?([A-Z]{1,3}\$?\d+))?$/i.exec(
      formula,
    ) ?? []
  if (first === undefined || (second !== undefined && second !== first)) return null
  const wanted = quoted?.replaceAll("''", "'") ?? plain ?? sheet
  const found = workbook.sheets.find(({ name }) => name.toLowerCase() === wanted?.toLowerCase())
  const address = parseAddress(first.replace('$', ''))
  return found === undefined || address === null ? null : { sheet: found.name, ...address }
}
