import type { Rounding } from '../decimal/index.ts'
import type { Arguments } from './definition.ts'
import type { AnyNumber, FormulaError } from './value.ts'

/**
 * What the function library asks of a kind of number. There are two: exact decimals for `formula`
 * and doubles with a spreadsheet's habits for `workbook`. All else the engines share.
 */
export interface Numbers<N extends AnyNumber> {
  readonly zero: N
  readonly one: N
  /** A number from a whole count: a length, a year, a position. */
  readonly ofInteger: (value: number) => N
  /** The number for the result of a computation in doubles, or #NUM! if that is not finite. */
  readonly ofDouble: (value: number) => N | FormulaError
  readonly toDouble: (value: N) => number
  /** A small whole number: fractions are cut off, as spreadsheets do. */
  readonly toWhole: (value: N) => number | FormulaError
  /** Plain digits such as `-12.50` or `1.5e-7`; null where the text is not a number. */
  readonly parse: (text: string) => N | null
  readonly toText: (value: N) => string
  readonly add: (a: N, b: N) => N | FormulaError
  readonly subtract: (a: N, b: N) => N | FormulaError
  readonly multiply: (a: N, b: N) => N | FormulaError
  readonly divide: (a: N, b: N) => N | FormulaError
  readonly raise: (base: N, exponent: N) => N | FormulaError
  readonly negate: (value: N) => N
  readonly absolute: (value: N) => N
  /** One more number for a running total. */
  readonly accumulate: (total: N, number: N) => N | FormulaError
  /**
   * The sum and the product of arguments that are all single numbers, which most are; null where
   * they are not, or where the result is too large.
   */
  readonly quickSum: (values: Arguments<N>) => N | null
  readonly quickProduct: (values: Arguments<N>) => N | null
  /** Negative, zero or positive. */
  readonly compare: (a: N, b: N) => number
  readonly isZero: (value: N) => boolean
  readonly sign: (value: N) => number
  /** A key that numbers share where `compare` calls them equal. */
  readonly keyOf: (value: N) => number | string
  /** Rounds to `digits` after the point; negative digits round to tens, hundreds and so on. */
  readonly roundTo: (value: N, digits: number, rounding: Rounding) => N | FormulaError
  /** `roundTo` for digits that are known before the numbers are. */
  readonly rounder: (digits: number, rounding: Rounding) => (value: N) => N | FormulaError
  /** The multiple of `unit`, which is not zero, next to `value`. */
  readonly roundToMultiple: (value: N, unit: N, rounding: Rounding) => N | FormulaError
  /** The whole part of a quotient; `b` is not zero. */
  readonly wholeQuotient: (a: N, b: N) => N | FormulaError
  /** What is left of `a` after whole times `b`, with the sign of `b`, which is not zero. */
  readonly modulo: (a: N, b: N) => N | FormulaError
}
