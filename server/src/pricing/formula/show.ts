import { toDouble, toText } from '@bindery/spreadsheet/decimal'
import { isError, isMatrix, isoOfSerial } from '@bindery/spreadsheet/formulas'
import type { FormulaValue } from './scope.ts'

/** Arrays are shown by their first cells. */
const cellsShownMax = 10

/** A value as a trace writes it. */
export function show(value: FormulaValue, isDay = false): string {
  if (isMatrix(value)) {
    const cells = value.cells.slice(0, cellsShownMax).map((cell) => show(cell, isDay))
    return `{${cells.join('; ')}${value.cells.length > cellsShownMax ? '; …' : ''}}`
  }
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (isError(value)) return value.code
  return (isDay ? isoOfSerial(toDouble(value)) : null) ?? toText(value)
}
