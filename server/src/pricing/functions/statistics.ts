import {
  add,
  compare,
  Decimal,
  multiply,
  ofInteger,
  outOfRange,
  one,
  zero,
} from '../decimal/index.ts'
import { asNumber, asWhole } from './coerce.ts'
import { collectNumbers } from './collect-numbers.ts'
import { matrix, type MatrixFunction } from './definition.ts'
import { Matrix } from './matrix.ts'
import { inRange, quotient } from './operators.ts'
import {
  divisionByZero,
  FormulaError,
  notAvailable,
  type Scalar,
  type Value,
  wrongNumber,
  wrongValue,
} from './value.ts'

export const statistics = {
  SUM: ofNumbers(sum),
  PRODUCT: ofNumbers((numbers) => accumulate(numbers, numbers.length === 0 ? zero : one, multiply)),
  AVERAGE: ofNumbers(average),
  MIN: ofNumbers(smallest),
  MAX: ofNumbers(largest),
  MEDIAN: ofNumbers((numbers) => {
    const sorted = numbers.toSorted(compare)
    const upper = sorted[Math.floor(sorted.length / 2)]
    const lower = sorted[Math.floor((sorted.length - 1) / 2)]
    return upper === undefined || lower === undefined ? wrongNumber : average([lower, upper])
  }),
  LARGE: ranked((a, b) => compare(b, a)),
  SMALL: ranked(compare),
  RANK: matrix(([value, among, ascending]) => {
    if (value instanceof Matrix || ascending instanceof Matrix) return wrongValue
    const number = asNumber(value)
    const order = asNumber(ascending)
    const numbers = collectNumbers([among])
    if (number instanceof FormulaError) return number
    if (order instanceof FormulaError) return order
    if (numbers instanceof FormulaError) return numbers
    if (!numbers.some((other) => compare(other, number) === 0)) return notAvailable
    const direction = compare(order, zero) === 0 ? -1 : 1
    const ahead = numbers.filter((other) => compare(other, number) * direction < 0).length
    return ofInteger(ahead + 1)
  }),
  COUNT: matrix((values) => ofInteger(countCells(values, (cell) => cell instanceof Decimal))),
  COUNTA: matrix((values) => ofInteger(countCells(values, (cell) => cell !== null))),
  COUNTBLANK: matrix((values) =>
    ofInteger(countCells(values, (cell) => cell === null || cell === '')),
  ),
  SUMPRODUCT: matrix(sumProduct),
  ROWS: matrix(([value]) => ofInteger(value instanceof Matrix ? value.height : 1)),
  COLUMNS: matrix(([value]) => ofInteger(value instanceof Matrix ? value.width : 1)),
}

export function sum(numbers: readonly Decimal[]): Scalar {
  return accumulate(numbers, zero, add)
}

export function average(numbers: readonly Decimal[]): Scalar {
  const total = sum(numbers)
  if (!(total instanceof Decimal)) return total
  return numbers.length === 0 ? divisionByZero : quotient(total, ofInteger(numbers.length))
}

/** The smallest number, 0 of none, as spreadsheets answer. */
export function smallest(numbers: readonly Decimal[]): Decimal {
  let best = numbers[0] ?? zero
  for (const number of numbers) if (compare(number, best) < 0) best = number
  return best
}

export function largest(numbers: readonly Decimal[]): Decimal {
  let best = numbers[0] ?? zero
  for (const number of numbers) if (compare(number, best) > 0) best = number
  return best
}

function ofNumbers(call: (numbers: readonly Decimal[]) => Scalar): MatrixFunction {
  return matrix((values) => {
    const numbers = collectNumbers(values)
    return numbers instanceof FormulaError ? numbers : call(numbers)
  })
}

function accumulate(
  numbers: readonly Decimal[],
  start: Decimal,
  operate: (a: Decimal, b: Decimal) => Decimal,
): Scalar {
  let total = start
  for (const number of numbers) {
    total = operate(total, number)
    if (total === outOfRange) return wrongNumber
  }
  return inRange(total)
}

function ranked(order: (a: Decimal, b: Decimal) => number): MatrixFunction {
  return matrix(([among, position]) => {
    if (position instanceof Matrix) return wrongValue
    const place = asWhole(position)
    const numbers = collectNumbers([among])
    if (numbers instanceof FormulaError) return numbers
    if (place instanceof FormulaError) return place
    return numbers.sort(order)[place - 1] ?? wrongNumber
  })
}

function countCells(
  values: readonly (Value | undefined)[],
  counts: (cell: Scalar) => boolean,
): number {
  let count = 0
  for (const value of values) {
    for (const cell of value instanceof Matrix ? value.cells : [value ?? null]) {
      if (counts(cell)) count += 1
    }
  }
  return count
}

/** Arrays of one shape, multiplied cell by cell and summed; what is no number counts as zero. */
function sumProduct(values: readonly (Value | undefined)[]): Scalar {
  const arrays = values.map((value) =>
    value instanceof Matrix ? value : new Matrix(1, 1, [value ?? null]),
  )
  const [first] = arrays
  if (first === undefined) return wrongValue
  if (arrays.some((array) => array.height !== first.height || array.width !== first.width)) {
    return wrongValue
  }
  let total = zero
  for (let at = 0; at < first.cells.length; at++) {
    let product = one
    for (const array of arrays) {
      const cell = array.cells[at]
      if (cell instanceof FormulaError) return cell
      product = multiply(product, cell instanceof Decimal ? cell : zero)
      if (product === outOfRange) return wrongNumber
    }
    total = add(total, product)
    if (total === outOfRange) return wrongNumber
  }
  return total
}
