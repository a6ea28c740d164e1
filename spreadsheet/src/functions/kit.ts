import type { Calendar } from './calendar.ts'
import { compareFolded, fold, isSameText } from './fold.ts'
import type { Numbers } from './numbers.ts'
import { readLooseNumber } from './read-number.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  isNumber,
  type Scalar,
  wrongNumber,
  wrongValue,
} from './value.ts'

/** The values that can be compared: all but errors. */
export type Comparable<N extends AnyNumber> = N | string | boolean | null

/** A kind of number, the calendar of the file, and the conversions of values to each wanted type. */
export interface Kit<N extends AnyNumber> extends Numbers<N> {
  readonly calendar: Calendar
  /** Whether criteria find numbers that are kept as text, as in spreadsheets. */
  readonly readsLooseTexts: boolean
  /** A value where a number is wanted; an argument left out counts as a blank. */
  readonly asNumber: (value: Scalar<N> | undefined) => N | FormulaError
  /** A value where a small whole number is wanted. */
  readonly asWhole: (value: Scalar<N> | undefined) => number | FormulaError
  readonly asText: (value: Scalar<N> | undefined) => string | FormulaError
  readonly asBoolean: (value: Scalar<N> | undefined) => boolean | FormulaError
  /** The day number where a date is wanted; a time of day is cut off. */
  readonly asSerial: (value: Scalar<N> | undefined) => number | FormulaError
  readonly areEqual: (a: Comparable<N>, b: Comparable<N>) => boolean
  /** Numbers come before texts, texts before booleans; a blank is the zero of the other's type. */
  readonly compareValues: (a: Comparable<N>, b: Comparable<N>) => number
}

export interface KitOptions {
  readonly calendar: Calendar
  /** Whether `"1,234"`, `"5%"` and `"2026-11-15"` count as numbers, as in spreadsheets. */
  readonly readsLooseTexts: boolean
}

export function kitOf<N extends AnyNumber>(
  numbers: Numbers<N>,
  { calendar, readsLooseTexts }: KitOptions,
): Kit<N> {
  const { zero, one, ofInteger, parse, toText, toWhole, compare, isZero } = numbers

  function readText(text: string): N | null {
    if (!readsLooseTexts) return parse(text.trim())
    const serial = calendar.serialOfIso(text.trim())
    return serial === null ? readLooseNumber(text, parse) : ofInteger(serial)
  }

  function asNumber(value: Scalar<N> | undefined): N | FormulaError {
    if (isNumber(value) || isError(value)) return value
    if (value === null || value === undefined) return zero
    if (typeof value === 'boolean') return value ? one : zero
    return typeof value === 'string' ? (readText(value) ?? wrongValue) : value
  }

  function areEqual(a: Comparable<N>, b: Comparable<N>): boolean {
    if (isNumber(a)) return isNumber(b) ? compare(a, b) === 0 : b === null && isZero(a)
    if (typeof a === 'string') {
      if (typeof b === 'string') return isSameText(a, b)
      return b === null && a === ''
    }
    if (a === null) return b === null || areEqual(b, a)
    return b === null ? !a : a === b
  }

  return {
    ...numbers,
    calendar,
    readsLooseTexts,
    asNumber,
    asWhole: (value) => {
      const number = asNumber(value)
      return isError(number) ? number : toWhole(number)
    },
    asText: (value) => {
      if (typeof value === 'string' || isError(value)) return value
      if (value === null || value === undefined) return ''
      if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
      return toText(value)
    },
    asBoolean: (value) => {
      if (typeof value === 'boolean' || isError(value)) return value
      if (value === null || value === undefined) return false
      if (typeof value !== 'string') return !isZero(value)
      const text = value.toUpperCase()
      if (text === 'TRUE') return true
      return text === 'FALSE' ? false : wrongValue
    },
    asSerial: (value) => {
      const number = asNumber(value)
      if (isError(number)) {
        const fromText = typeof value === 'string' ? calendar.serialOfIso(value) : null
        return fromText ?? number
      }
      const serial = toWhole(number)
      if (isError(serial)) return serial
      return serial < 0 || serial > calendar.serialMax ? wrongNumber : serial
    },
    areEqual,
    compareValues: (a, b) => {
      if (a === null && b === null) return 0
      const left = a ?? blankLike(b, zero)
      const right = b ?? blankLike(a, zero)
      if (isNumber(left) && isNumber(right)) return compare(left, right)
      if (typeof left === 'string' && typeof right === 'string') {
        return compareFolded(fold(left), fold(right))
      }
      if (typeof left === 'boolean' && typeof right === 'boolean') {
        return Number(left) - Number(right)
      }
      return rank(left) - rank(right)
    },
  }
}

function blankLike<N extends AnyNumber>(other: Comparable<N>, zero: N): N | string | boolean {
  if (typeof other === 'string') return ''
  return typeof other === 'boolean' ? false : zero
}

function rank(value: AnyNumber | string | boolean): number {
  if (typeof value === 'string') return 1
  return typeof value === 'boolean' ? 2 : 0
}
