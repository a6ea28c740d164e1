import { Decimal, parseDecimal } from '../decimal/index.ts'
import { areEqual, compareValues } from './compare.ts'
import { serialOfIso } from './serial.ts'
import { FormulaError, type Scalar } from './value.ts'
import { ofInteger } from '../decimal/index.ts'
import { hasWildcard, matchesWildcard } from './wildcard.ts'

/** What SUMIFS and its like ask of a cell. */
export interface Criterion {
  fits(cell: Scalar): boolean
  /** The value sought, where the criterion is plain equality that an index can answer. */
  readonly equals: Scalar | undefined
}

/** Reads a criterion: a value, or a text such as ">=100", "<>never" or "a*". */
export function criterionOf(value: Scalar): Criterion {
  if (typeof value !== 'string') {
    if (value === null) return { fits: (cell) => cell === null, equals: undefined }
    if (value instanceof FormulaError) {
      return { fits: (cell) => cell === value, equals: undefined }
    }
    return { fits: (cell) => isSame(cell, value), equals: value }
  }
  const match = /^(<=|>=|<>|<|>|=)?([\s\S]*)$/.exec(value)
  const operator = match?.[1] ?? ''
  const operand = readOperand(match?.[2] ?? '')
  switch (operator) {
    case '':
      return equality(operand)
    case '=':
      return operand === ''
        ? { fits: (cell) => cell === null, equals: undefined }
        : equality(operand)
    case '<>': {
      if (operand === '') return { fits: (cell) => cell !== null, equals: undefined }
      const same = equality(operand)
      return { fits: (cell) => !same.fits(cell), equals: undefined }
    }
    case '<':
      return ordering(operand, (order) => order < 0)
    case '<=':
      return ordering(operand, (order) => order <= 0)
    case '>':
      return ordering(operand, (order) => order > 0)
    default:
      return ordering(operand, (order) => order >= 0)
  }
}

function readOperand(text: string): Decimal | string | boolean {
  const upper = text.toUpperCase()
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE'
  const serial = serialOfIso(text)
  return serial === null ? (parseDecimal(text.trim()) ?? text) : ofInteger(serial)
}

function equality(operand: Decimal | string | boolean): Criterion {
  if (typeof operand === 'string') {
    if (operand === '') return { fits: (cell) => cell === null || cell === '', equals: undefined }
    if (hasWildcard(operand)) {
      return {
        fits: (cell) => typeof cell === 'string' && matchesWildcard(cell, operand),
        equals: undefined,
      }
    }
  }
  return { fits: (cell) => isSame(cell, operand), equals: operand }
}

/** Only cells of the operand's own type are compared; others never fit. */
function ordering(
  operand: Decimal | string | boolean,
  decide: (order: number) => boolean,
): Criterion {
  return {
    fits: (cell) =>
      isSameType(cell, operand) &&
      !(cell instanceof FormulaError) &&
      decide(compareValues(cell, operand)),
    equals: undefined,
  }
}

function isSame(cell: Scalar, operand: Decimal | string | boolean): boolean {
  return isSameType(cell, operand) && !(cell instanceof FormulaError) && areEqual(cell, operand)
}

function isSameType(cell: Scalar, operand: Decimal | string | boolean): boolean {
  if (operand instanceof Decimal) return cell instanceof Decimal
  return typeof cell === typeof operand
}
