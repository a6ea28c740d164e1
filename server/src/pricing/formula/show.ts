import { toText } from '../decimal/index.ts'
import { FormulaError, Matrix } from '../functions/index.ts'
import type { FormulaValue } from './scope.ts'

/** Arrays are shown by their first cells. */
const cellsShownMax = 10

/** A value as a trace writes it. */
export function show(value: FormulaValue): string {
  if (value instanceof Matrix) {
    const cells = value.cells.slice(0, cellsShownMax).map(show)
    return `{${cells.join('; ')}${value.cells.length > cellsShownMax ? '; …' : ''}}`
  }
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return value instanceof FormulaError ? value.code : toText(value)
}
