import type { Rounding } from '../decimal/index.ts'
import type { ScalarFunction } from './definition.ts'
import type { Kit } from './kit.ts'
import { ofOne, ofTwo } from './numeric.ts'
import { type AnyNumber, divisionByZero, isError, type Scalar, wrongNumber } from './value.ts'

/** Rounding to more digits than any number has changes nothing, so the count may be cut. */
const digitsMax = 1000

export function roundingFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { isZero, roundTo, roundToMultiple, sign, toDouble, zero, ofInteger } = kit

  function digitCount(digits: N): number {
    return Math.max(-digitsMax, Math.min(digitsMax, Math.trunc(toDouble(digits))))
  }

  /** The digits nearly always stand in the formula itself, and are then read once. */
  function toDigits(rounding: Rounding, otherwise?: N): ScalarFunction<N> {
    return {
      ...ofTwo(kit, (x, digits) => roundTo(x, digitCount(digits), rounding), otherwise),
      withSecond: (digits) => kit.rounder(digitCount(digits), rounding),
    }
  }

  /** Away from zero to the next whole number that is `odd` more than an even one. */
  function awayTo(x: N, odd: N): Scalar<N> {
    const past = kit.subtract(kit.absolute(x), odd)
    if (isError(past)) return past
    const even = sign(past) <= 0 ? zero : roundToMultiple(past, ofInteger(2), 'ceiling')
    if (isError(even)) return even
    const result = kit.add(even, odd)
    return sign(x) < 0 && !isError(result) ? kit.negate(result) : result
  }

  return {
    ROUND: toDigits('half_away'),
    ROUNDUP: toDigits('away'),
    ROUNDDOWN: toDigits('toward'),
    TRUNC: toDigits('toward', zero),
    INT: ofOne(kit, (x) => roundTo(x, 0, 'floor')),
    MROUND: ofTwo(kit, (x, unit) => {
      if (isZero(unit) || isZero(x)) return zero
      if (sign(x) !== sign(unit)) return wrongNumber
      return roundToMultiple(x, unit, 'half_away')
    }),
    CEILING: ofTwo(kit, (x, unit) => {
      if (isZero(unit) || isZero(x)) return zero
      if (sign(x) > 0 && sign(unit) < 0) return wrongNumber
      return roundToMultiple(x, unit, 'ceiling')
    }),
    FLOOR: ofTwo(kit, (x, unit) => {
      if (isZero(x)) return zero
      if (isZero(unit)) return divisionByZero
      if (sign(x) > 0 && sign(unit) < 0) return wrongNumber
      return roundToMultiple(x, unit, 'floor')
    }),
    EVEN: ofOne(kit, (x) => awayTo(x, zero)),
    ODD: ofOne(kit, (x) => (isZero(x) ? kit.one : awayTo(x, kit.one))),
  }
}
