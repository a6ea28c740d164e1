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
const quotientDigits = 34

/** `a / b`, exact where the decimal expansion ends within the limits. `b` must not be zero. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (isZero(b)) throw new RangeError('division by zero')
  if (a.big === null && b.big === null) {
    const quick = divideSmall(a, b)
    if (quick !== null) return quick
  }
  return divideBig(a, b)
}

/** Per cent, per mille and the like only move the point. */
const powersOfTen = [1, 10, 100, 1000, 10_000]

/** The exact quotient by plain doubles, or null where it does not end or does not fit. */
function divideSmall(a: Decimal, b: Decimal): Decimal | null {
  const tens = powersOfTen.indexOf(b.small)
  const shifted = a.scale - b.scale + tens
  if (tens >= 0 && shifted >= 0 && shifted <= scaleMax) return ofSmall(a.small, shifted)
  let dividend = b.small < 0 ? -a.small : a.small
  let divisor = Math.abs(b.small)
  let twos = 0
  let fives = 0
  while (divisor % 2 === 0) {
    divisor /= 2
    twos += 1
  }
  for (let fifth = divisor / 5; Math.trunc(fifth) === fifth; fifth = divisor / 5) {
    divisor = fifth
    fives += 1
  }
  // What is left has no factor in common with ten, so it must go into the dividend as it is.
  if (divisor !== 1) {
    if (dividend % divisor !== 0) return null
    dividend /= divisor
  }
  const digits = Math.max(twos, fives)
  let coefficient = dividend * 2 ** (digits - twos) * 5 ** (digits - fives)
  let scale = a.scale - b.scale + digits
  if (scale < 0) {
    coefficient *= powerOfTen(-scale)
    scale = 0
  }
  return isSafe(coefficient) && scale <= scaleMax ? ofSmall(coefficient, scale) : null
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
  // Rounded once: digits beyond the smallest scale would be rounded a second time.
  shift = Math.min(shift, scaleMax - (a.scale - b.scale))
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
