import {
  add,
  Decimal,
  divide,
  fromComputedDouble,
  isInteger,
  isZero,
  exactExponentMax,
  multiply,
  negate,
  one,
  outOfRange,
  power,
  sign,
  subtract,
  toDouble,
  zero,
} from '../decimal/index.ts'
import { asNumber, asText, withinTextLimit } from './coerce.ts'
import { areEqual, compareValues } from './compare.ts'
import { divisionByZero, FormulaError, type Scalar, wrongNumber } from './value.ts'

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '^'
  | '&'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='

/** The operators on single values. Errors pass through, the left one first. */
export const binaryOperators: Record<BinaryOperator, (a: Scalar, b: Scalar) => Scalar> = {
  '+': arithmetic((a, b) => inRange(add(a, b))),
  '-': arithmetic((a, b) => inRange(subtract(a, b))),
  '*': arithmetic((a, b) => inRange(multiply(a, b))),
  '/': arithmetic(quotient),
  '^': arithmetic(raise),
  '&': (a, b) => {
    const left = asText(a)
    if (left instanceof FormulaError) return left
    const right = asText(b)
    return right instanceof FormulaError ? right : withinTextLimit(left + right)
  },
  '=': comparison(areEqual),
  '<>': comparison((a, b) => !areEqual(a, b)),
  '<': comparison((a, b) => compareValues(a, b) < 0),
  '<=': comparison((a, b) => compareValues(a, b) <= 0),
  '>': comparison((a, b) => compareValues(a, b) > 0),
  '>=': comparison((a, b) => compareValues(a, b) >= 0),
}

export const unaryOperators: Record<'+' | '-' | '%', (value: Scalar) => Scalar> = {
  '+': (value) => value,
  '-': (value) => {
    const number = asNumber(value)
    return number instanceof FormulaError ? number : negate(number)
  },
  '%': (value) => {
    const number = asNumber(value)
    return number instanceof FormulaError ? number : multiply(number, hundredth)
  },
}

const hundredth = new Decimal(1, 2, null)

export function inRange(value: Decimal): Decimal | FormulaError {
  return value === outOfRange ? wrongNumber : value
}

/** A double becomes a decimal again, or #NUM! where it is none. */
export function ofDouble(value: number): Decimal | FormulaError {
  return fromComputedDouble(value) ?? wrongNumber
}

export function quotient(a: Decimal, b: Decimal): Decimal | FormulaError {
  return isZero(b) ? divisionByZero : inRange(divide(a, b))
}

/** Whole powers are exact; others go through a double. */
export function raise(base: Decimal, exponent: Decimal): Decimal | FormulaError {
  if (isZero(base)) {
    const direction = sign(exponent)
    if (direction === 0) return wrongNumber
    return direction < 0 ? divisionByZero : zero
  }
  const times = toDouble(exponent)
  if (isInteger(exponent) && Math.abs(times) <= exactExponentMax) {
    const raised = power(base, Math.abs(times))
    if (raised === outOfRange) return times < 0 ? zero : wrongNumber
    return times < 0 ? quotient(one, raised) : raised
  }
  return ofDouble(toDouble(base) ** times)
}

function arithmetic(operate: (a: Decimal, b: Decimal) => Scalar) {
  return (a: Scalar, b: Scalar): Scalar => {
    if (a instanceof Decimal && b instanceof Decimal) return operate(a, b)
    const left = asNumber(a)
    if (left instanceof FormulaError) return left
    const right = asNumber(b)
    return right instanceof FormulaError ? right : operate(left, right)
  }
}

type Comparable = Exclude<Scalar, FormulaError>

function comparison(decide: (a: Comparable, b: Comparable) => boolean) {
  return (a: Scalar, b: Scalar): Scalar => {
    if (a instanceof FormulaError) return a
    if (b instanceof FormulaError) return b
    return decide(a, b)
  }
}
