import { format } from 'numfmt'
import type { Kit } from './kit.ts'
import { formatOf } from './quick-format.ts'
import {
  type AnyNumber,
  FormulaError,
  isError,
  type Scalar,
  withinTextLimit,
  wrongValue,
} from './value.ts'

/** As long as a spreadsheet lets a number format be. */
const patternCharactersMax = 255

/** TEXT(value, "0.00"): a number in a number format; a text that is not a number stays as it is. */
export function formatNumber<N extends AnyNumber>(
  kit: Kit<N>,
  value: Scalar<N>,
  pattern: string,
): string | FormulaError {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (pattern.length > patternCharactersMax) return wrongValue
  if (pattern === '') return ''
  const number = kit.asNumber(value)
  if (isError(number)) {
    return typeof value === 'string' ? formatted(pattern, value) : number
  }
  const { kind, quick } = formatOf(pattern)
  if (kind === 'general') return kit.toText(number)
  const double = kit.toDouble(number)
  const written = quick === null ? null : quick(double, kit.calendar)
  if (written !== null) return written
  if (kind === 'number') return formatted(pattern, double)
  // Number formats count days from 1900, also in files that count from 1904. Negative days do not exist.
  return double < 0 ? wrongValue : formatted(pattern, kit.calendar.in1900(double))
}

function formatted(pattern: string, value: number | string): string | FormulaError {
  try {
    return withinTextLimit(format(pattern, value))
  } catch {
    return wrongValue // The pattern is not a number format.
  }
}
