import { fromDouble, isInteger, ofInteger, parseDecimal } from '@bindery/spreadsheet/decimal'
import { serialOfIso, textCharactersMax } from '@bindery/spreadsheet/formulas'
import type { Json } from '../../kernel/index.ts'
import type { ValueType } from './formula-file.ts'
import type { FormulaScalar } from './scope.ts'

/** What reading gives for a JSON value of the wrong type; no value of a formula is undefined. */
type Read = FormulaScalar | undefined

/** Reads JSON as the declared type, or undefined where it is of another. No text is guessed at. */
export function readJson(value: Json, type: ValueType): Read {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value) ? readNumber(value) : undefined
    case 'number':
      return readNumber(value)
    case 'text':
      return typeof value === 'string' ? withinLimit(value) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'date':
      return typeof value === 'string' ? readDate(value) : undefined
  }
}

/** A text of the file (a default, a cell) as the declared type, or undefined. */
export function readText(text: string, type: ValueType): Read {
  return textReaders[type](text)
}

const textReaders: Record<ValueType, (text: string) => Read> = {
  integer: (text) => {
    const number = parseDecimal(text.trim())
    return number !== null && isInteger(number) ? number : undefined
  },
  number: (text) => parseDecimal(text.trim()) ?? undefined,
  text: withinLimit,
  boolean: (text) => {
    const lower = text.trim().toLowerCase()
    if (lower === 'true') return true
    return lower === 'false' ? false : undefined
  },
  date: (text) => readDate(text.trim()),
}

function withinLimit(text: string): Read {
  return text.length <= textCharactersMax ? text : undefined
}

function readNumber(value: Json): Read {
  return typeof value === 'number' ? (fromDouble(value) ?? undefined) : undefined
}

function readDate(text: string): Read {
  const serial = serialOfIso(text)
  return serial === null ? undefined : ofInteger(serial)
}
