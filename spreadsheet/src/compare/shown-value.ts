import type { Json } from '@bindery/rules/words'
import type { Cell } from '../workbook.ts'

const looksLikeFormulaOrError = /^(?:=|#[A-Z0-9/]+[!?]?$)/

/**
 * A cell as its differences show it: `=A1*2` is a formula and `#N/A` an error. A text that reads like
 * one of them has the apostrophe before it with which spreadsheet programs show it.
 */
export function shown(cell: Cell | undefined): Json {
  if (cell === undefined) return null
  const { value, formula } = cell
  if (formula !== null) return `=${formula}`
  if (typeof value === 'string') return looksLikeFormulaOrError.test(value) ? `'${value}` : value
  return typeof value === 'object' && value !== null ? value.error : value
}
