import { isZero } from './arithmetic.ts'
import {
  bigCoefficient,
  bigPowerOfTen,
  type Decimal,
  divideHalfEven,
  isSafe,
  ofBig,
  ofSmall,
  powerOfTen,
  scaleMax,
} from './decimal.ts'

/** A quotient that does not end is rounded half to even after this many significant digits. */
export const quotientDigits = 34

/** `a / b`, exact where the decimal expansion ends within the limits. `b` must not be zero. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) throw new RangeError('division by zero')
  if (a.big === null && b.big === null) {
    const quick = divideSmall(a, b)
    if (quick !== null) return quick
  }
  return divideBig(a, b)
}

/** The exact quotient by plain doubles, or null where it does not end or does not fit. */
function divideSmall(a: Decimal, b: Decimal): Decimal | null {
  if (a.small === 0) return ofSmall(0, 0)
  const shared = greatestCommonDivisor(Math.abs(a.small), Math.abs(b.small))
  let dividend = a.small / shared
  let divisor = b.small / shared
  if (divisor < 0) {
    dividend = -dividend
    divisor = -divisor
  }
  let twos = 0
  let fives = 0
  while (divisor % 2 === 0) {
    divisor /= 2
    twos += 1
  }
  while (divisor % 5 === 0) {
    divisor /= 5
    fives += 1
  }
  if (divisor !== 1) return null
  const digits = Math.max(twos, fives)
  let coefficient = dividend * 2 ** (digits - twos) * 5 ** (digits - fives)
  let scale = a.scale - b.scale + digits
  if (scale < 0) {
    coefficient *= powerOfTen(-scale)
    scale = 0
  }
  return isSafe(coefficient) && scale <= scaleMax ? ofSmall(coefficient, scale) : null
}

function greatestCommonDivisor(a: number, b: number): number {
  let high = a
  let low = b
  while (low !== 0) {
    const rest = high % low
    high = low
    low = rest
  }
  return high
}

function divideBig(a: Decimal, b: Decimal): Decimal {
  let dividend = bigCoefficient(a)
  let divisor = bigCoefficient(b)
  if (divisor < 0n) {
    dividend = -dividend
    divisor = -divisor
  }
  const digits = digitCount(dividend) - digitCount(divisor)
  let shift = Math.max(0, quotientDigits - digits)
  // The estimate may be one digit too long; a quotient then keeps one digit less.
  if (shift > 0 && hasDigits(dividend * bigPowerOfTen(shift), divisor, quotientDigits + 1)) {
    shift -= 1
  }
  const quotient = divideHalfEven(dividend * bigPowerOfTen(shift), divisor)
  const scale = a.scale - b.scale + shift
  if (scale < 0) return ofBig(quotient * bigPowerOfTen(-scale), 0)
  return shortest(quotient, scale)
}

function hasDigits(dividend: bigint, divisor: bigint, digits: number): boolean {
  const size = dividend < 0n ? -dividend : dividend
  return size >= divisor * bigPowerOfTen(digits - 1)
}

function digitCount(value: bigint): number {
  const text = value.toString()
  return value < 0n ? text.length - 1 : text.length
}

/** Drops the zeros that a quotient carries when it ended early. */
function shortest(coefficient: bigint, scale: number): Decimal {
  let rest = coefficient
  let left = scale
  while (left > 0 && rest !== 0n && rest % 10n === 0n) {
    rest /= 10n
    left -= 1
  }
  return ofBig(rest, left)
}
