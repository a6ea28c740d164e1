import {
  absolute,
  compare,
  type Decimal,
  isZero,
  ofInteger,
  type Rounding,
  roundTo,
  roundToMultiple,
  sign,
  subtract,
  toDouble,
  zero,
} from '../decimal/index.ts'
import { ofOne, ofTwo } from './numeric.ts'
import { inRange } from './operators.ts'
import { divisionByZero, type Scalar, wrongNumber } from './value.ts'

export const rounding = {
  ROUND: ofTwo((x, digits) => toDigits(x, digits, 'half_away')),
  ROUNDUP: ofTwo((x, digits) => toDigits(x, digits, 'away')),
  ROUNDDOWN: ofTwo((x, digits) => toDigits(x, digits, 'toward')),
  TRUNC: ofTwo((x, digits) => toDigits(x, digits, 'toward'), zero),
  INT: ofOne((x) => inRange(roundTo(x, 0, 'floor'))),
  MROUND: ofTwo((x, unit) => {
    if (isZero(unit) || isZero(x)) return zero
    if (sign(x) !== sign(unit)) return wrongNumber
    return inRange(roundToMultiple(x, unit, 'half_away'))
  }),
  CEILING: ofTwo((x, unit) => {
    if (isZero(unit) || isZero(x)) return zero
    if (sign(x) > 0 && sign(unit) < 0) return wrongNumber
    return inRange(roundToMultiple(x, unit, 'ceiling'))
  }),
  FLOOR: ofTwo((x, unit) => {
    if (isZero(x)) return zero
    if (isZero(unit)) return divisionByZero
    if (sign(x) > 0 && sign(unit) < 0) return wrongNumber
    return inRange(roundToMultiple(x, unit, 'floor'))
  }),
  EVEN: ofOne((x) => awayTo(x, zero)),
  ODD: ofOne((x) => (isZero(x) ? ofInteger(1) : awayTo(x, ofInteger(1)))),
}

/** Rounding to more digits than any number has changes nothing, so the count may be cut. */
const digitsMax = 1000

function toDigits(x: Decimal, digits: Decimal, rounding: Rounding): Scalar {
  const count = Math.trunc(toDouble(digits))
  return inRange(roundTo(x, Math.max(-digitsMax, Math.min(digitsMax, count)), rounding))
}

/** Away from zero to the next whole number that is `odd` more than an even one. */
function awayTo(x: Decimal, odd: Decimal): Scalar {
  const size = absolute(x)
  const past = compare(size, odd) <= 0 ? zero : subtract(size, odd)
  const even = roundToMultiple(past, ofInteger(2), 'ceiling')
  const result = inRange(subtract(even, subtract(zero, odd)))
  return sign(x) < 0 && 'scale' in result ? subtract(zero, result) : result
}
