import {
  bigAtScale,
  bigCoefficient,
  Decimal,
  isSafe,
  ofBig,
  ofSmall,
  outOfRange,
  powerOfTen,
  scaleMax,
} from './decimal.ts'

export function add(a: Decimal, b: Decimal): Decimal {
  if (a.big === null && b.big === null) {
    let left = a.small
    let right = b.small
    let scale = a.scale
    if (a.scale < b.scale) {
      left *= powerOfTen(b.scale - a.scale)
      scale = b.scale
    } else if (a.scale > b.scale) {
      right *= powerOfTen(a.scale - b.scale)
    }
    const sum = left + right
    if (isSafe(left) && isSafe(right) && isSafe(sum)) return ofSmall(sum, scale)
  }
  const scale = Math.max(a.scale, b.scale)
  return ofBig(bigAtScale(a, scale) + bigAtScale(b, scale), scale)
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  if (a.scale === b.scale && a.big === null && b.big === null) {
    const difference = a.small - b.small
    if (isSafe(difference)) return ofSmall(difference, a.scale)
  }
  return add(a, negate(b))
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  const scale = a.scale + b.scale
  if (a.big === null && b.big === null) {
    const product = a.small * b.small
    if (isSafe(product) && scale <= scaleMax) return ofSmall(product, scale)
    const shortA = withoutZeros(a)
    const shortB = withoutZeros(b)
    if (shortA !== a || shortB !== b) return multiply(shortA, shortB)
  }
  return ofBig(bigCoefficient(a) * bigCoefficient(b), scale)
}

/** The same number without trailing zeros; the very same object where there are none. */
function withoutZeros(value: Decimal): Decimal {
  let { small, scale } = value
  // For safe integers a tenth is whole in doubles only if it is whole; `%` would be far slower.
  for (let tenth = small / 10; scale > 0 && Math.trunc(tenth) === tenth; tenth = small / 10) {
    small = tenth
    scale -= 1
  }
  return scale === value.scale ? value : ofSmall(small, scale)
}

export function negate(value: Decimal): Decimal {
  if (value.big === null) return ofSmall(-value.small, value.scale)
  return new Decimal(-value.small, value.scale, -value.big)
}

export function absolute(value: Decimal): Decimal {
  return sign(value) < 0 ? negate(value) : value
}

export function sign(value: Decimal): number {
  return Math.sign(value.small)
}

export function isZero(value: Decimal): boolean {
  return value.big === null && value.small === 0
}

/** Far above the error of two roundings and a division; closer numbers are compared exactly. */
const doubleDoubt = 1e-12

/** Negative, zero or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  if (a.big === null && b.big === null) {
    if (a.scale === b.scale) return a.small - b.small
    const left = a.scale < b.scale ? a.small * powerOfTen(b.scale - a.scale) : a.small
    const right = a.scale > b.scale ? b.small * powerOfTen(a.scale - b.scale) : b.small
    if (isSafe(left) && isSafe(right)) return left - right
  }
  const nearA = a.small / powerOfTen(a.scale)
  const nearB = b.small / powerOfTen(b.scale)
  if (Math.abs(nearA - nearB) > doubleDoubt * Math.max(Math.abs(nearA), Math.abs(nearB))) {
    return nearA - nearB
  }
  const scale = Math.max(a.scale, b.scale)
  const left = bigAtScale(a, scale)
  const right = bigAtScale(b, scale)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Whole powers are exact up to here; larger exponents go through a double. */
export const exactExponentMax = 1024

/** `base` to a whole power of at least zero, by repeated squaring. */
export function power(base: Decimal, exponent: number): Decimal {
  let result = ofSmall(1, 0)
  let square = base
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      result = multiply(result, square)
      if (result === outOfRange) return outOfRange
    }
    if (left > 1) {
      square = multiply(square, square)
      if (square === outOfRange) return outOfRange
    }
  }
  return result
}
