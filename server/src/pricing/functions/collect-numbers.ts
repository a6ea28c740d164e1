import type { Arguments } from './definition.ts'
import type { Kit } from './kit.ts'
import { Matrix } from './matrix.ts'
import { type AnyNumber, FormulaError, isNumber } from './value.ts'

/**
 * The numbers among the arguments of SUM and its like. Inside arrays only numbers count; a single
 * value must be a number or read as one, so that a price never silently leaves one out. Blanks
 * are passed over. The first error met is the answer.
 */
export function collectNumbers<N extends AnyNumber>(
  kit: Kit<N>,
  values: Arguments<N>,
): N[] | FormulaError {
  const numbers: N[] = []
  for (const value of values) {
    if (isNumber(value)) {
      numbers.push(value)
    } else if (value instanceof Matrix) {
      for (const cell of value.cells) {
        if (isNumber(cell)) numbers.push(cell)
        else if (cell instanceof FormulaError) return cell
      }
    } else if (value !== null && value !== undefined) {
      const number = kit.asNumber(value)
      if (number instanceof FormulaError) return number
      numbers.push(number)
    }
  }
  return numbers
}
