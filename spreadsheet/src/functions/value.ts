import { Decimal, toDouble } from '../decimal/index.ts'
import type { Matrix } from './matrix.ts'

export type ErrorCode = '#N/A' | '#DIV/0!' | '#VALUE!' | '#NUM!' | '#REF!' | '#NAME?' | '#NULL!'

/** An error as spreadsheets have it: a value that travels through formulas until it is caught. */
export class FormulaError {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    this.code = code
  }
}

/** Asked of every value on its way, so numbers and texts are sorted out before anything is looked up. */
export function isError(value: unknown): value is FormulaError {
  return typeof value === 'object' && value instanceof FormulaError
}

export const notAvailable = new FormulaError('#N/A')
export const divisionByZero = new FormulaError('#DIV/0!')
export const wrongValue = new FormulaError('#VALUE!')
export const wrongNumber = new FormulaError('#NUM!')
export const wrongReference = new FormulaError('#REF!')
const wrongName = new FormulaError('#NAME?')
const nullError = new FormulaError('#NULL!')

const errors = [
  notAvailable,
  divisionByZero,
  wrongValue,
  wrongNumber,
  wrongReference,
  wrongName,
  nullError,
]

export function errorOfCode(code: string): FormulaError | undefined {
  return errors.find((error) => error.code === code)
}

/** The kinds of number that formulas compute in: exact decimals, or a spreadsheet's doubles. */
export type AnyNumber = Decimal | number

/** One cell's worth: null is a blank, which counts as 0, "" or FALSE where one is wanted. */
export type Scalar<N extends AnyNumber> = N | string | boolean | FormulaError | null

export type Value<N extends AnyNumber> = Scalar<N> | Matrix<N>

/** An engine has numbers of one kind only, so either kind is its own. */
export function isNumber<N extends AnyNumber>(
  value: Scalar<N> | Matrix<N> | undefined,
): value is N {
  return typeof value === 'number' || value instanceof Decimal
}

/** Asked in every lookup, of either kind of number, so that no kit stands between. */
export function doubleOf(value: AnyNumber): number {
  return typeof value === 'number' ? value : toDouble(value)
}

/** Texts as long as a spreadsheet cell may hold; longer results are #VALUE!. */
export const textCharactersMax = 32_767

export function withinTextLimit(text: string): string | FormulaError {
  return text.length > textCharactersMax ? wrongValue : text
}

/** What an error means, in words for the person who fixes the formula. */
export function explainError(error: FormulaError): string {
  return `${error.code}: ${meanings[error.code]}`
}

const meanings: Record<ErrorCode, string> = {
  '#N/A': 'a lookup found no row, or a value is not available',
  '#DIV/0!': 'a division by zero, or an average of nothing',
  '#VALUE!': 'a value is of the wrong kind for the calculation',
  '#NUM!': 'a number lies outside what the calculation allows',
  '#REF!': 'a row or column outside the table was asked for',
  '#NAME?': 'an unknown name',
  '#NULL!': 'ranges that do not meet',
}
