import { collectNumbers, foldNumbers } from './collect-numbers.ts'
import { type Arguments, matrix, type MatrixFunction } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix } from './matrix.ts'
import { sortNumbers } from './sort-numbers.ts'
import { sumProduct } from './sum-product.ts'
import {
  type AnyNumber,
  divisionByZero,
  FormulaError,
  isError,
  isNumber,
  notAvailable,
  type Scalar,
  wrongNumber,
  wrongValue,
} from './value.ts'

export function statisticsFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { asNumber, asWhole, compare, ofInteger } = kit

  function ofNumbers(call: (numbers: N[]) => Scalar<N>): MatrixFunction<N> {
    return matrix((values) => {
      const numbers = collectNumbers(kit, values)
      return isError(numbers) ? numbers : call(numbers)
    })
  }

  /** MIN and MAX stand everywhere, so single numbers take no detour over a list. */
  function extreme(direction: 1 | -1): MatrixFunction<N> {
    const bestOf = direction > 0 ? largestOf<N> : smallestOf<N>
    return matrix((values) => {
      const a = values[0]
      const b = values[1]
      if (values.length === 2 && isNumber(a) && isNumber(b)) {
        return compare(b, a) * direction > 0 ? b : a
      }
      const numbers = collectNumbers(kit, values)
      return isError(numbers) ? numbers : bestOf(kit, numbers)
    })
  }

  function ranked(order: (a: N, b: N) => number): MatrixFunction<N> {
    return matrix(([among, position]) => {
      if (isMatrix(position)) return wrongValue
      const place = asWhole(position)
      const numbers = collectNumbers(kit, [among])
      if (isError(numbers)) return numbers
      if (isError(place)) return place
      return sortNumbers(numbers, order)[place - 1] ?? wrongNumber
    })
  }

  function counting(counts: (cell: Scalar<N>) => boolean): MatrixFunction<N> {
    return matrix((values) => ofInteger(countCells(values, counts)))
  }

  /** Given directly, truth values and texts that are numbers count; inside ranges they do not. */
  function isNumeric(value: Scalar<N> | undefined): boolean {
    if (value === null || value === undefined) return false
    return !isError(asNumber(value))
  }

  return {
    SUM: matrix<N>(
      (values) => kit.quickSum(values) ?? foldNumbers(kit, values, kit.zero, kit.accumulate),
    ),
    PRODUCT: matrix<N>((values) => {
      const quick = kit.quickProduct(values)
      if (quick !== null) return quick
      const product = foldNumbers(kit, values, kit.one, kit.multiply)
      // The product of no numbers is 0 in spreadsheets, not the initial 1.
      return product === kit.one && countCells(values, isNumber) === 0 ? kit.zero : product
    }),
    AVERAGE: ofNumbers((numbers) => averageOf(kit, numbers)),
    MIN: extreme(-1),
    MAX: extreme(1),
    MEDIAN: ofNumbers((numbers) => {
      const sorted = sortNumbers(numbers, compare)
      const upper = sorted[Math.floor(sorted.length / 2)]
      const lower = sorted[Math.floor((sorted.length - 1) / 2)]
      if (upper === undefined || lower === undefined) return wrongNumber
      return averageOf(kit, [lower, upper])
    }),
    LARGE: ranked((a, b) => compare(b, a)),
    SMALL: ranked(compare),
    RANK: matrix<N>(([value, among, ascending]) => {
      if (isMatrix(value) || isMatrix(ascending)) return wrongValue
      const number = asNumber(value)
      const order = asNumber(ascending)
      const numbers = collectNumbers(kit, [among])
      if (isError(number)) return number
      if (isError(order)) return order
      if (isError(numbers)) return numbers
      if (!numbers.some((other) => compare(other, number) === 0)) return notAvailable
      const direction = kit.isZero(order) ? -1 : 1
      const ahead = numbers.filter((other) => compare(other, number) * direction < 0).length
      return ofInteger(ahead + 1)
    }),
    COUNT: matrix<N>((values) => {
      const given = values.filter((value) => !isMatrix(value) && isNumeric(value))
      return ofInteger(given.length + countCells(values.filter(isMatrix), isNumber))
    }),
    COUNTA: counting((cell) => cell !== null),
    COUNTBLANK: counting((cell) => cell === null || cell === ''),
    SUMPRODUCT: matrix<N>((values) => sumProduct(kit, values)),
    ROWS: matrix<N>(([value]) => ofInteger(isMatrix(value) ? value.height : 1)),
    COLUMNS: matrix<N>(([value]) => ofInteger(isMatrix(value) ? value.width : 1)),
  }
}

export function sumOf<N extends AnyNumber>(kit: Kit<N>, numbers: readonly N[]): N | FormulaError {
  let total = kit.zero
  for (const number of numbers) {
    const next = kit.accumulate(total, number)
    if (isError(next)) return next
    total = next
  }
  return total
}

export function averageOf<N extends AnyNumber>(kit: Kit<N>, numbers: readonly N[]): Scalar<N> {
  const total = sumOf(kit, numbers)
  if (isError(total)) return total
  return numbers.length === 0 ? divisionByZero : kit.divide(total, kit.ofInteger(numbers.length))
}

/** The smallest number, 0 of none, as spreadsheets answer. */
export function smallestOf<N extends AnyNumber>(kit: Kit<N>, numbers: readonly N[]): N {
  let best = numbers[0] ?? kit.zero
  for (const number of numbers) if (kit.compare(number, best) < 0) best = number
  return best
}

export function largestOf<N extends AnyNumber>(kit: Kit<N>, numbers: readonly N[]): N {
  let best = numbers[0] ?? kit.zero
  for (const number of numbers) if (kit.compare(number, best) > 0) best = number
  return best
}

function countCells<N extends AnyNumber>(
  values: Arguments<N>,
  counts: (cell: Scalar<N>) => boolean,
): number {
  let count = 0
  for (const value of values) {
    for (const cell of isMatrix(value) ? value.cells : [value ?? null]) {
      if (counts(cell)) count += 1
    }
  }
  return count
}
