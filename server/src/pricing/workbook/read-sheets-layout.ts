import type { CellPlace, Sheet, Workbook } from '@bindery/spreadsheet'
import type { InputCell, NamedCell, WorkbookLayout } from './layout.ts'
import { findSheet, lastRow, type LayoutReader } from './layout-reader.ts'
import { readKnockoutMark } from './read-knockout-mark.ts'

export interface InputsAndOutputs {
  readonly inputs: Sheet
  readonly outputs: Sheet
  /** The integration's pricing variables, where there are any. */
  readonly variables: Sheet | null
}

export function findInputsAndOutputs(workbook: Workbook): InputsAndOutputs | null {
  const inputs = findSheet(workbook, 'inputs')
  const outputs = findSheet(workbook, 'outputs')
  if (inputs === null || outputs === null) return null
  return { inputs, outputs, variables: findSheet(workbook, 'variables') }
}

/**
 * Lists of name in A and value in B, with or without a row of titles; inputs may go on with
 * required, IsValid and the word knockout in C to E.
 */
export function readSheetsLayout(sheets: InputsAndOutputs, reader: LayoutReader): WorkbookLayout {
  const inputs: InputCell[] = []
  const predefined: NamedCell[] = []
  const outputs: NamedCell[] = []
  for (const { name, at } of namesIn(sheets.inputs, 'an input', reader)) {
    inputs.push({
      ...reader.input(name, at(2)),
      required: reader.condition('Required', at(3)),
      isValid: reader.condition('IsValid', at(4)),
      knocksOut: readKnockoutMark(at(5), reader),
    })
  }
  if (sheets.variables !== null) {
    for (const { name, at } of namesIn(sheets.variables, 'a predefined value', reader)) {
      predefined.push({ name, cell: at(2) })
    }
  }
  for (const { name, at } of namesIn(sheets.outputs, 'an output', reader)) {
    outputs.push(reader.output(name, at(2)))
  }
  return { inputs, predefined, outputs }
}

interface NamedRow {
  readonly name: string
  readonly at: (column: number) => CellPlace
}

function namesIn(sheet: Sheet, noun: string, reader: LayoutReader): NamedRow[] {
  const rows: NamedRow[] = []
  const last = lastRow(sheet)
  const firstRow = sheet.cells.reduce((first, { row }) => Math.min(first, row), last)
  for (let row = firstRow; row <= last; row++) {
    const at = (column: number): CellPlace => ({ sheet: sheet.name, row, column })
    if (row === firstRow && hasTitles(sheet.name, row, reader)) continue
    const name = reader.name(noun, at(1))
    if (name !== null) rows.push({ name, at })
  }
  return rows
}

/** A row that says "name" and "value" names no field. */
function hasTitles(sheet: string, row: number, reader: LayoutReader): boolean {
  const title = reader.cell(sheet, row, 2)?.value
  return typeof title === 'string' && /^\s*(test )?values?\s*$/i.test(title)
}
