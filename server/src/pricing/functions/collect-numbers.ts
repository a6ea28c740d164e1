import { Decimal } from '../decimal/index.ts'
import { asNumber } from './coerce.ts'
import { Matrix } from './matrix.ts'
import { FormulaError, type Value } from './value.ts'

/**
 * The numbers among the arguments of SUM and its like. Inside arrays only numbers count; a single
 * value must be a number or read as one, so that a price never silently leaves one out. Blanks
 * are passed over. The first error met is the answer.
 */
export function collectNumbers(values: readonly (Value | undefined)[]): Decimal[] | FormulaError {
  const numbers: Decimal[] = []
  for (const value of values) {
    if (value instanceof Decimal) {
      numbers.push(value)
    } else if (value instanceof Matrix) {
      for (const cell of value.cells) {
        if (cell instanceof Decimal) numbers.push(cell)
        else if (cell instanceof FormulaError) return cell
      }
    } else if (value !== null && value !== undefined) {
      const number = asNumber(value)
      if (number instanceof FormulaError) return number
      numbers.push(number)
    }
  }
  return numbers
}
