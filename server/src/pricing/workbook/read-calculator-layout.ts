import { type CellPlace, columnNumber, type Sheet, type Workbook } from '@bindery/spreadsheet'
import type { InputCell, NamedCell, WorkbookLayout } from './layout.ts'
import { findSheet, lastRow, type LayoutReader } from './layout-reader.ts'
import { readKnockoutMark } from './read-knockout-mark.ts'

const firstRow = 7

/** The sheet that product builders know, wherever among the sheets it stands. */
export function findCalculator(workbook: Workbook): Sheet | null {
  return findSheet(workbook, 'calculator')
}

/**
 * From row 7 on: inputs with name, value, required, IsValid and the word knockout in B to F,
 * predefined values in G and H, outputs in J and K, further outputs in M and N.
 */
export function readCalculatorLayout(sheet: Sheet, reader: LayoutReader): WorkbookLayout {
  const rows = Array.from(
    { length: Math.max(0, lastRow(sheet) - firstRow + 1) },
    (_, index) => firstRow + index,
  )
  const placeIn = (row: number) => (column: string) => ({
    sheet: sheet.name,
    row,
    column: columnNumber(column),
  })
  return {
    inputs: rows.flatMap((row) => readInput(placeIn(row), reader)),
    predefined: rows.flatMap((row) => readPredefined(placeIn(row), reader)),
    outputs: [
      ...rows.flatMap((row) => readOutput(placeIn(row)('J'), placeIn(row)('K'), reader)),
      ...rows.flatMap((row) => readOutput(placeIn(row)('M'), placeIn(row)('N'), reader)),
    ],
  }
}

type Place = (column: string) => CellPlace

function readInput(at: Place, reader: LayoutReader): InputCell[] {
  const name = reader.name('an input', at('B'))
  if (name === null) return []
  return [
    {
      ...reader.input(name, at('C')),
      required: reader.condition('Required', at('D')),
      isValid: reader.condition('IsValid', at('E')),
      knocksOut: readKnockoutMark(at('F'), reader),
    },
  ]
}

function readPredefined(at: Place, reader: LayoutReader): NamedCell[] {
  const name = reader.name('a predefined value', at('G'))
  return name === null ? [] : [{ name, cell: at('H') }]
}

function readOutput(nameAt: CellPlace, cell: CellPlace, reader: LayoutReader): NamedCell[] {
  const name = reader.name('an output', nameAt)
  return name === null ? [] : [reader.output(name, cell)]
}
