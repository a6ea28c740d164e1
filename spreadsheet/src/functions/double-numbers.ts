import {
  addDoubles,
  compareDoubles,
  doubleText,
  parseDouble,
  roundDouble,
  roundWhole,
  toSignificant,
  wholeMeant,
} from '../double/index.ts'
import type { Numbers } from './numbers.ts'
import { divisionByZero, type FormulaError, wrongNumber } from './value.ts'

/** Doubles with the habits of spreadsheets, which show and compare 15 digits. */
export const doubleNumbers: Numbers<number> = {
  zero: 0,
  one: 1,
  ofInteger: (value) => value,
  ofDouble: finite,
  toDouble: (value) => value,
  toWhole: (value) =>
    Math.abs(value) > Number.MAX_SAFE_INTEGER
      ? wrongNumber
      : (wholeMeant(value) ?? Math.trunc(value)),
  parse: parseDouble,
  toText: doubleText,
  add: (a, b) => finite(addDoubles(a, b)),
  subtract: (a, b) => finite(addDoubles(a, -b)),
  multiply: (a, b) => finite(a * b),
  divide: (a, b) => (b === 0 ? divisionByZero : finite(a / b)),
  raise,
  negate: (value) => 0 - value,
  absolute: Math.abs,
  accumulate: (total, number) => finite(total + number),
  quickSum: (values) => {
    let total = 0
    for (const value of values) {
      if (typeof value !== 'number') return null
      total += value
    }
    return Number.isFinite(total) ? total : null
  },
  quickProduct: (values) => {
    let total = 1
    for (const value of values) {
      if (typeof value !== 'number') return null
      total *= value
    }
    return Number.isFinite(total) ? total : null
  },
  compare: compareDoubles,
  isZero: (value) => value === 0,
  sign: Math.sign,
  keyOf: toSignificant,
  roundTo: (value, digits, rounding) => finite(roundDouble(value, digits, rounding)),
  rounder: (digits, rounding) => (value) => finite(roundDouble(value, digits, rounding)),
  // MROUND takes halves as the division leaves them: 6.05 to a multiple of 0.1 is 6.
  roundToMultiple: (value, unit, rounding) =>
    finite(
      (rounding === 'half_away' ? Math.round(value / unit) : roundWhole(value / unit, rounding)) *
        unit,
    ),
  wholeQuotient: (a, b) => finite(roundWhole(a / b, 'toward')),
  modulo: (a, b) => finite(addDoubles(a, -roundWhole(a / b, 'floor') * b)),
}

/** Sizes beyond a double, and roots of negative numbers, are #NUM!. */
function finite(value: number): number | FormulaError {
  return Number.isFinite(value) ? value : wrongNumber
}

function raise(base: number, exponent: number): number | FormulaError {
  if (base === 0) {
    if (exponent === 0) return wrongNumber
    return exponent < 0 ? divisionByZero : 0
  }
  return finite(base ** exponent)
}
