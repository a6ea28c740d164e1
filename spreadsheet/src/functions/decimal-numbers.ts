import {
  absolute,
  add,
  compare,
  Decimal,
  divide,
  exactExponentMax,
  fromComputedDouble,
  isInteger,
  isZero,
  modulo,
  multiply,
  negate,
  numberKey,
  ofInteger,
  one,
  outOfRange,
  parseDecimal,
  power,
  roundTo,
  roundToMultiple,
  sign,
  subtract,
  toDouble,
  toText,
  wholeQuotient,
  zero,
} from '../decimal/index.ts'
import type { Numbers } from './numbers.ts'
import { divisionByZero, type FormulaError, wrongNumber } from './value.ts'

/** Exact decimals. */
export const decimalNumbers: Numbers<Decimal> = {
  zero,
  one,
  ofInteger,
  ofDouble,
  toDouble,
  toWhole: (value) => {
    if (value.big !== null) return wrongNumber
    return value.scale === 0 ? value.small : Math.trunc(Number(toText(value)))
  },
  parse: parseDecimal,
  toText,
  add: (a, b) => inRange(add(a, b)),
  subtract: (a, b) => inRange(subtract(a, b)),
  multiply: (a, b) => inRange(multiply(a, b)),
  divide: quotient,
  raise,
  negate,
  absolute,
  accumulate: (total, number) => inRange(add(total, number)),
  quickSum: (values) => {
    let total = zero
    for (const value of values) {
      if (!(value instanceof Decimal) || total === outOfRange) return null
      total = add(total, value)
    }
    return total === outOfRange ? null : total
  },
  quickProduct: (values) => {
    let total = one
    for (const value of values) {
      if (!(value instanceof Decimal) || total === outOfRange) return null
      total = multiply(total, value)
    }
    return total === outOfRange ? null : total
  },
  compare,
  isZero,
  sign,
  keyOf: numberKey,
  roundTo: (value, digits, rounding) => inRange(roundTo(value, digits, rounding)),
  rounder: (digits, rounding) => (value) => inRange(roundTo(value, digits, rounding)),
  roundToMultiple: (value, unit, rounding) => inRange(roundToMultiple(value, unit, rounding)),
  wholeQuotient: (a, b) => inRange(wholeQuotient(a, b, 'toward')),
  modulo: (a, b) => inRange(modulo(a, b)),
}

function inRange(value: Decimal): Decimal | FormulaError {
  return value === outOfRange ? wrongNumber : value
}

function ofDouble(value: number): Decimal | FormulaError {
  return fromComputedDouble(value) ?? wrongNumber
}

function quotient(a: Decimal, b: Decimal): Decimal | FormulaError {
  return isZero(b) ? divisionByZero : inRange(divide(a, b))
}

/** Whole powers are exact; others go through a double. */
function raise(base: Decimal, exponent: Decimal): Decimal | FormulaError {
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
