import {
  bigPowerOfTen,
  type Decimal,
  ofBig,
  ofInteger,
  ofSmall,
  outOfRange,
  powerOfTen,
  zero,
} from './decimal.ts'

/** Longer number texts are refused before they cost anything. */
const numberCharactersMax = 400
/** No text means a larger power of ten than a double can. */
const exponentMax = 400

const numberText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/** Reads `-12.50` or `1.5e-7`; null where the text is not a number or lies out of range. */
export function parseDecimal(text: string): Decimal | null {
  const quick = parseShort(text)
  if (quick !== null) return quick
  if (text.length > numberCharactersMax) return null
  const match = numberText.exec(text)
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  if (whole === '' && fraction === '') return null
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > exponentMax) return null
  const digits = fraction.replace(/0+$/, '')
  const scale = digits.length - exponent
  const coefficient = BigInt(whole + digits) * (sign === '-' ? -1n : 1n)
  if (coefficient === 0n) return zero
  const value =
    scale >= 0 ? ofBig(coefficient, scale) : ofBig(coefficient * bigPowerOfTen(-scale), 0)
  return value === outOfRange ? null : value
}

const shortCharactersMax = 15

/** Plain digits that surely fit a safe integer, read without a regular expression; else null. */
function parseShort(text: string): Decimal | null {
  if (text.length > shortCharactersMax) return null
  const start = text.charCodeAt(0) === minus ? 1 : 0
  let coefficient = 0
  let pointAt = -1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === point && pointAt < 0) pointAt = at
    else if (code >= 48 && code <= 57) coefficient = coefficient * 10 + code - 48
    else return null
  }
  const digits = text.length - start - (pointAt < 0 ? 0 : 1)
  if (digits === 0) return null
  const scale = pointAt < 0 ? 0 : text.length - pointAt - 1
  return ofSmall(start === 1 ? -coefficient : coefficient, scale)
}

const minus = 45
const point = 46

/** A double by its shortest decimal text, so that 0.1 is a tenth; null where out of range. */
export function fromDouble(value: number): Decimal | null {
  if (Number.isSafeInteger(value)) return ofInteger(value)
  // Rates have few digits after the point; those that give the very double back are its own.
  for (let scale = 1; scale <= fewDigits; scale++) {
    const coefficient = Math.round(value * powerOfTen(scale))
    if (coefficient / powerOfTen(scale) === value && Math.abs(coefficient) < fifteenDigits) {
      return ofSmall(coefficient, scale)
    }
  }
  return Number.isFinite(value) ? parseDecimal(String(value)) : null
}

const fewDigits = 4
/** Numbers of up to 15 digits, of which each has a double of its own. */
const fifteenDigits = 1e15

/** Digits that a double holds whatever library computed it. */
const doubleDigits = 15

/** The result of a computation in doubles, cut to the digits that can be trusted. */
export function fromComputedDouble(value: number): Decimal | null {
  if (Number.isSafeInteger(value)) return ofInteger(value)
  return Number.isFinite(value) ? parseDecimal(value.toPrecision(doubleDigits)) : null
}

/** Powers of ten up to this are exact in a double. */
const exactPowerMax = 22

/** A quotient of two doubles that are exact is the double nearest to it, as reading its text gives. */
export function toDouble(value: Decimal): number {
  if (value.big !== null || value.scale > exactPowerMax) return Number(toText(value))
  return value.scale === 0 ? value.small : value.small / powerOfTen(value.scale)
}

/** Plain digits without exponent and without trailing zeros: `-0.125`. */
export function toText(value: Decimal): string {
  return (value.big === null ? shortText(value) : null) ?? longText(value)
}

/** Doubles below this are written with an exponent. */
const plainFrom = 1e-6

/** By way of a double, which gives up to 15 digits back as they were; null where it would not. */
function shortText({ small, scale }: Decimal): string | null {
  if (scale === 0) return String(small)
  if (Math.abs(small) >= fifteenDigits || scale > exactPowerMax) return null
  const double = small / powerOfTen(scale)
  return Math.abs(double) >= plainFrom || small === 0 ? String(double) : null
}

function longText(value: Decimal): string {
  const coefficient = value.big ?? value.small
  if (value.scale === 0) return String(coefficient)
  const isNegative = coefficient < 0
  const digits = String(coefficient)
    .slice(isNegative ? 1 : 0)
    .padStart(value.scale + 1, '0')
  const point = digits.length - value.scale
  let end = digits.length
  while (end > point && digits.charCodeAt(end - 1) === 48) end -= 1
  const number =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`
  return isNegative ? `-${number}` : number
}

/** A key that equal numbers share: the integer itself where it is a safe one, else its text. */
export function numberKey(value: Decimal): number | string {
  if (value.big !== null) {
    const text = toText(value)
    const whole = Number(text)
    return Number.isSafeInteger(whole) && !text.includes('.') ? whole : text
  }
  if (value.scale === 0) return value.small
  const unit = powerOfTen(value.scale)
  return value.small % unit === 0 ? value.small / unit : toText(value)
}
