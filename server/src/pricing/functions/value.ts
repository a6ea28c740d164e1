import type { Decimal } from '../decimal/index.ts'
import type { Matrix } from './matrix.ts'

export type ErrorCode = '#N/A' | '#DIV/0!' | '#VALUE!' | '#NUM!' | '#REF!' | '#NAME?' | '#NULL!'

/** An error as spreadsheets have it: a value that travels through formulas until it is caught. */
export class FormulaError {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    this.code = code
  }
}

export const notAvailable = new FormulaError('#N/A')
export const divisionByZero = new FormulaError('#DIV/0!')
export const wrongValue = new FormulaError('#VALUE!')
export const wrongNumber = new FormulaError('#NUM!')
export const wrongReference = new FormulaError('#REF!')
export const wrongName = new FormulaError('#NAME?')
export const nullError = new FormulaError('#NULL!')

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

/** One cell's worth: null is a blank, which counts as 0, "" or FALSE where one is wanted. */
export type Scalar = Decimal | string | boolean | FormulaError | null

export type Value = Scalar | Matrix

/** Texts as long as a spreadsheet cell may hold; longer results are #VALUE!. */
export const textCharactersMax = 32_767

/** What an error means, in words for the person who mends the formula. */
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
