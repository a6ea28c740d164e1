import type { Arguments } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix } from './matrix.ts'
import { type AnyNumber, FormulaError, isError, isNumber } from './value.ts'

/**
 * Goes through the numbers among the arguments of SUM and its like. Inside arrays only numbers count; a single
 * value must be a number or read as one, so that a sum never silently leaves one out. Blanks
 * are passed over. The first error met is the answer.
 */
export function foldNumbers<N extends AnyNumber>(
  kit: Kit<N>,
  values: Arguments<N>,
  start: N,
  step: (total: N, number: N) => N | FormulaError,
): N | FormulaError {
  let total = start
  for (const value of values) {
    if (isNumber(value)) {
      const next = step(total, value)
      if (isError(next)) return next
      total = next
    } else if (isMatrix(value)) {
      for (const cell of value.cells) {
        if (isError(cell)) return cell
        if (!isNumber(cell)) continue
        const next = step(total, cell)
        if (isError(next)) return next
        total = next
      }
    } else if (value !== null && value !== undefined) {
      const number = kit.asNumber(value)
      if (isError(number)) return number
      const next = step(total, number)
      if (isError(next)) return next
      total = next
    }
  }
  return total
}

/** The numbers that `foldNumbers` goes through, as a list. */
export function collectNumbers<N extends AnyNumber>(
  kit: Kit<N>,
  values: Arguments<N>,
): N[] | FormulaError {
  const numbers: N[] = []
  const ended = foldNumbers(kit, values, kit.zero, (total, number) => {
    numbers.push(number)
    return total
  })
  return isError(ended) ? ended : numbers
}
