import { Decimal, isInteger, toDouble, toText } from '@bindery/spreadsheet/decimal'
import { FormulaError, isError, isMatrix, isoOfSerial } from '@bindery/spreadsheet/formulas'
import type { OutputValue } from '../pricing-types.ts'
import type { CompiledOutput } from './model.ts'
import type { FormulaValue } from './scope.ts'

export interface WrongOutput {
  readonly reason: string
}

/** Outputs that are dates without the file having to say so. */
const dateNames = new Set(['policy_start_date', 'policy_end_date'])

export function isDateOutput(name: string, type: CompiledOutput['type']): boolean {
  return type === 'date' || (type === undefined && dateNames.has(name))
}

/** A value as it leaves: an error stays an error, a value of another type than declared is wrong. */
export function outputValue(
  value: FormulaValue,
  output: Pick<CompiledOutput, 'type' | 'isDate'>,
): OutputValue | WrongOutput | FormulaError {
  const { type, isDate } = output
  if (value instanceof Decimal) {
    if (isDate)
      return isoOfSerial(toDouble(value)) ?? { reason: 'gives a number that is not a date' }
    return isOfType(value, type) ? { decimal: toText(value) } : wrongType(type)
  }
  if (isMatrix(value)) {
    if (value.cells.length !== 1) return { reason: 'gives a list where one value is needed' }
    return outputValue(value.at(0, 0), output)
  }
  if (isError(value)) return value
  if (value === null) return ''
  return isOfType(value, type) ? value : wrongType(type)
}

function wrongType(type: CompiledOutput['type']): WrongOutput {
  return { reason: `gives a value that is not of type ${type}` }
}

function isOfType(value: Decimal | string | boolean, type: CompiledOutput['type']): boolean {
  if (type === undefined) return true
  if (type === 'integer') return value instanceof Decimal && isInteger(value)
  if (type === 'number') return value instanceof Decimal
  return typeof value === (type === 'boolean' ? 'boolean' : 'string')
}
