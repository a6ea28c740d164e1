/**
 * An exact decimal number: coefficient × 10^-scale. Almost every number of a calculation fits a safe
 * integer coefficient, where arithmetic is a few machine instructions. When one does not, `big`
 * holds the coefficient and `small` only its nearest double, which settles most questions of size.
 */
export class Decimal {
  readonly small: number
  readonly scale: number
  readonly big: bigint | null

  constructor(small: number, scale: number, big: bigint | null) {
    this.small = small
    this.scale = scale
    this.big = big
  }
}

/** Digits after the point; a result with more is rounded half to even. */
export const scaleMax = 60
/** Digits before the point; a result with more is out of range. */
export const integerDigitsMax = 60

/**
 * What arithmetic gives when a result has too many digits before the point. Compare with `===` at
 * once and turn it into an error value; it must never enter arithmetic again.
 */
export const outOfRange = new Decimal(Number.NaN, 0, null)

export const zero = new Decimal(0, 0, null)
export const one = new Decimal(1, 0, null)

/** Powers of ten as doubles: exact up to 10^22, and above that only ever a reason to go big. */
const powersOfTen: readonly number[] = Array.from({ length: 130 }, (_, power) =>
  Number(`1e${power}`),
)

export function powerOfTen(exponent: number): number {
  return powersOfTen[exponent] ?? Number.POSITIVE_INFINITY
}

const bigPowersOfTen: readonly bigint[] = Array.from(
  { length: 260 },
  (_, power) => 10n ** BigInt(power),
)

export function bigPowerOfTen(exponent: number): bigint {
  return bigPowersOfTen[exponent] ?? 10n ** BigInt(exponent)
}

export function isSafe(coefficient: number): boolean {
  return coefficient <= Number.MAX_SAFE_INTEGER && coefficient >= -Number.MAX_SAFE_INTEGER
}

/** Adding zero turns the double's negative zero into plain zero. */
export function ofSmall(coefficient: number, scale: number): Decimal {
  return new Decimal(coefficient + 0, scale, null)
}

export function ofInteger(value: number): Decimal {
  return new Decimal(value + 0, 0, null)
}

export function bigCoefficient(value: Decimal): bigint {
  return value.big ?? BigInt(value.small)
}

/** The coefficient that `value` has at a larger or equal scale. */
export function bigAtScale(value: Decimal, scale: number): bigint {
  const coefficient = bigCoefficient(value)
  return scale === value.scale ? coefficient : coefficient * bigPowerOfTen(scale - value.scale)
}

/** Below this, no number of digits after the point can make a coefficient out of range. */
const surelyInRange = 1e59
/** Coefficients beyond this are rid of trailing zeros, so that long products stay short. */
const longCoefficient = 1e32

/** A decimal from any coefficient: kept within the limits, and small again where it fits. */
export function ofBig(coefficient: bigint, scale: number): Decimal {
  if (scale > scaleMax) {
    return ofBig(divideHalfEven(coefficient, bigPowerOfTen(scale - scaleMax)), scaleMax)
  }
  const near = Number(coefficient)
  if (isSafe(near)) return ofSmall(near, scale)
  const size = Math.abs(near)
  if (size < longCoefficient) return new Decimal(near, scale, coefficient)
  if (scale > 0 && coefficient % 10n === 0n) return ofBig(coefficient / 10n, scale - 1)
  if (size >= surelyInRange) {
    const bound = bigPowerOfTen(integerDigitsMax + scale)
    if (coefficient >= bound || coefficient <= -bound) return outOfRange
  }
  return new Decimal(near, scale, coefficient)
}

/** The quotient of a whole number by a positive one, to the nearest, a tie to the even neighbour. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const rest = dividend % divisor
  if (rest === 0n) return quotient
  const twice = rest < 0n ? -2n * rest : 2n * rest
  const up = twice > divisor || (twice === divisor && quotient % 2n !== 0n)
  if (!up) return quotient
  return dividend < 0n ? quotient - 1n : quotient + 1n
}
