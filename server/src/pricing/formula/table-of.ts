import { type Decimal, parseDecimal } from '@bindery/spreadsheet/decimal'
import { Matrix } from '@bindery/spreadsheet/formulas'
import { linesOrigin } from './lines-origin.ts'
import type { FormulaScalar, Table } from './scope.ts'

/** A table as formulas see it, of its cells row by row. */
export function tableOf(
  { name, file, headers, lines }: Pick<Table, 'name' | 'file' | 'headers' | 'lines'>,
  cells: readonly FormulaScalar[],
): Table {
  const origin = linesOrigin(file, lines)
  const body = new Matrix<Decimal>(lines.length, headers.length, cells, origin, headers)
  body.isStatic = true
  const columns = new Map(
    headers.map((header, at) => {
      const column = body.column(at)
      column.isStatic = true
      return [header, column] as const
    }),
  )
  const headerRow = new Matrix<Decimal>(
    1,
    headers.length,
    headers.map((header) => parseDecimal(header) ?? header),
  )
  return { name, file, headers, lines, body, columns, headerRow }
}
