import { multiply, subtract } from './arithmetic.ts'
import {
  bigAtScale,
  bigCoefficient,
  bigPowerOfTen,
  type Decimal,
  integerDigitsMax,
  isSafe,
  ofBig,
  ofInteger,
  ofSmall,
  outOfRange,
  powerOfTen,
} from './decimal.ts'

/** `away` and `toward` mean away from and toward zero; `half_away` sends ties away from zero. */
export type Rounding = 'half_away' | 'away' | 'toward' | 'floor' | 'ceiling'

/** Rounds to `digits` after the point; negative digits round to tens, hundreds and so on. */
export function roundTo(value: Decimal, digits: number, rounding: Rounding): Decimal {
  const drop = value.scale - digits
  if (drop <= 0) return value
  // A unit beyond the largest number leaves nothing, or in the outward roundings overflows.
  if (-digits > integerDigitsMax + 1) return roundTo(value, -integerDigitsMax - 1, rounding)
  if (value.big === null && drop <= 15) {
    const unit = powerOfTen(drop)
    let quotient = Math.trunc(value.small / unit)
    let rest = value.small - quotient * unit
    // The division may have rounded up to the next whole number; then the rest has the wrong sign.
    if (rest * value.small < 0) {
      quotient -= Math.sign(value.small)
      rest = value.small - quotient * unit
    }
    const rounded =
      quotient + step(Math.sign(value.small), rest === 0, 2 * Math.abs(rest) - unit, rounding)
    if (digits >= 0) return ofSmall(rounded, digits)
    const whole = rounded * powerOfTen(-digits)
    if (isSafe(whole)) return ofInteger(whole)
  }
  const rounded = divideWhole(bigCoefficient(value), bigPowerOfTen(drop), rounding)
  return digits >= 0 ? ofBig(rounded, digits) : ofBig(rounded * bigPowerOfTen(-digits), 0)
}

/** The whole number nearest to `a / b` in the given rounding. `b` must not be zero. */
export function wholeQuotient(a: Decimal, b: Decimal, rounding: Rounding): Decimal {
  const scale = Math.max(a.scale, b.scale)
  const dividend = bigAtScale(a, scale)
  const divisor = bigAtScale(b, scale)
  const whole =
    divisor < 0n
      ? divideWhole(-dividend, -divisor, rounding)
      : divideWhole(dividend, divisor, rounding)
  return ofBig(whole, 0)
}

/** The multiple of `unit` next to `value` in the given rounding. */
export function roundToMultiple(value: Decimal, unit: Decimal, rounding: Rounding): Decimal {
  const times = wholeQuotient(value, unit, rounding)
  return times === outOfRange ? outOfRange : multiply(times, unit)
}

/** What is left of `a` after whole times `b`, with the sign of `b`, as spreadsheets have it. */
export function modulo(a: Decimal, b: Decimal): Decimal {
  const multiple = roundToMultiple(a, b, 'floor')
  return multiple === outOfRange ? outOfRange : subtract(a, multiple)
}

export function isInteger(value: Decimal): boolean {
  if (value.scale === 0) return true
  if (value.big === null) return value.small % powerOfTen(value.scale) === 0
  return value.big % bigPowerOfTen(value.scale) === 0n
}

function divideWhole(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  const half = twice > divisor ? 1 : twice === divisor ? 0 : -1
  return quotient + BigInt(step(dividend < 0n ? -1 : 1, rest === 0n, half, rounding))
}

/** How far the truncated quotient must move: `half` compares the rest with half a unit. */
function step(sign: number, isExact: boolean, half: number, rounding: Rounding): number {
  if (isExact || rounding === 'toward') return 0
  if (rounding === 'half_away') return half >= 0 ? sign : 0
  if (rounding === 'away') return sign
  return rounding === 'floor' ? Math.min(sign, 0) : Math.max(sign, 0)
}
