import {
  type Calendar,
  decimalText,
  FormulaError,
  isError,
  type Scalar,
} from '@bindery/spreadsheet/formulas'
import { numberOutputs } from '../../premium/output-names.ts'
import type { OutputValue } from '../../pricing-types.ts'

export interface WrongOutput {
  readonly reason: string
}

const texts = new Set(['duration_strategy', 'policy_duration', 'flow'])
/** A number that goes out under such a name is a day. */
const dateName = /_date$/

/** How an output's name says it is to be written. */
export type OutputKind = 'number' | 'text' | 'date' | 'any'

export function outputKind(name: string): OutputKind {
  if (numberOutputs.has(name)) return 'number'
  if (texts.has(name)) return 'text'
  return dateName.test(name) ? 'date' : 'any'
}

/** A cell's value as it leaves; blanks count as not given. */
export function outputValue(
  value: Scalar<number>,
  kind: OutputKind,
  calendar: Calendar,
): OutputValue | WrongOutput | FormulaError {
  if (typeof value === 'number') {
    if (kind === 'date') {
      return calendar.isoOfSerial(value) ?? { reason: 'gives a number that is not a date' }
    }
    return kind === 'text'
      ? { reason: 'gives a number where a text is needed' }
      : { decimal: decimalText(value) }
  }
  if (value === null) return ''
  if (isError(value)) return value
  if (kind === 'number' && value !== '') {
    return {
      reason: `gives a ${typeof value === 'string' ? 'text' : 'truth value'} where a number is needed`,
    }
  }
  if (kind === 'text' && typeof value === 'boolean') {
    return { reason: 'gives a truth value where a text is needed' }
  }
  return value
}
