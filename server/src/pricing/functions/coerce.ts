import { Decimal, isZero, one, parseDecimal, toText, zero } from '../decimal/index.ts'
import { FormulaError, type Scalar, textCharactersMax, wrongNumber, wrongValue } from './value.ts'

/** A value where a number is wanted; an argument left out counts as a blank. */
export function asNumber(value: Scalar | undefined): Decimal | FormulaError {
  if (value instanceof Decimal || value instanceof FormulaError) return value
  if (value === null || value === undefined) return zero
  if (typeof value === 'boolean') return value ? one : zero
  return parseDecimal(value.trim()) ?? wrongValue
}

/** A value where a small whole number is wanted: fractions are cut off, as spreadsheets do. */
export function asWhole(value: Scalar | undefined): number | FormulaError {
  const number = asNumber(value)
  if (number instanceof FormulaError) return number
  if (number.big !== null) return wrongNumber
  return number.scale === 0 ? number.small : Math.trunc(Number(toText(number)))
}

export function asText(value: Scalar | undefined): string | FormulaError {
  if (typeof value === 'string' || value instanceof FormulaError) return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return toText(value)
}

export function asBoolean(value: Scalar | undefined): boolean | FormulaError {
  if (typeof value === 'boolean' || value instanceof FormulaError) return value
  if (value === null || value === undefined) return false
  if (value instanceof Decimal) return !isZero(value)
  const text = value.toUpperCase()
  if (text === 'TRUE') return true
  return text === 'FALSE' ? false : wrongValue
}

export function withinTextLimit(text: string): string | FormulaError {
  return text.length > textCharactersMax ? wrongValue : text
}
