import { isDateFormat } from 'numfmt'
import { roundDouble } from '../double/index.ts'
import type { Calendar } from './calendar.ts'
import { twoDigits } from './serial.ts'

/** Writes a number in a plain format; null if the number is too large or is not a day. */
type QuickFormat = (value: number, calendar: Calendar) => string | null

/** The kind of a pattern, and the fast writer if the pattern is a plain one. */
export interface NumberFormat {
  readonly kind: 'general' | 'number' | 'date'
  readonly quick: QuickFormat | null
}

/** The cache is bounded because formulas can build patterns from texts, so a file can have any number. */
const formatsMax = 200
const formats = new Map<string, NumberFormat>()

/**
 * Most formats in formulas are as plain as `0.00`, `0.0%`, `#,##0` or `dd.mm.yyyy`. Those are written
 * here, ten times as fast. The library writes all other formats, and numbers that do not fit a plain one.
 */
export function formatOf(pattern: string): NumberFormat {
  const known = formats.get(pattern)
  if (known !== undefined) return known
  if (formats.size >= formatsMax) formats.clear()
  const format = readFormat(pattern)
  formats.set(pattern, format)
  return format
}

function readFormat(pattern: string): NumberFormat {
  if (/^general$/i.test(pattern)) return { kind: 'general', quick: null }
  const number = /^(?:(#,##)0|(0{1,6}))(?:\.(0{1,9}))?(%?)$/.exec(pattern)
  if (number !== null) {
    const [, grouped, whole = '0', decimals = '', percent] = number
    const isGrouped = grouped !== undefined
    const quick = quickNumber(whole.length, decimals.length, isGrouped, percent === '%')
    return { kind: 'number', quick }
  }
  const day = /^(yyyy|mm|dd)([-./ ])(mm|dd)\2(yyyy|mm|dd)$/.exec(pattern)
  if (day !== null) {
    const [, first = '', between = '', second = '', third = ''] = day
    const parts = [first, second, third]
    if (new Set(parts).size === 3) return { kind: 'date', quick: quickDay(parts, between) }
  }
  return { kind: isDateFormat(pattern) ? 'date' : 'number', quick: null }
}

/** Below this, nine digits after the point are no more than a double has. */
const sizeMax = 1e6

function quickNumber(
  wholeDigits: number,
  digits: number,
  isGrouped: boolean,
  isPercent: boolean,
): QuickFormat {
  // With the digits after the point, and the point.
  const lengthMin = wholeDigits + (digits === 0 ? 0 : digits + 1)
  return (value) => {
    const number = isPercent ? value * 100 : value
    const rounded = roundDouble(number, digits, 'half_away')
    if (Math.abs(rounded) >= sizeMax || (rounded < 0 && wholeDigits > 1)) return null
    const text = (rounded === 0 ? 0 : rounded).toFixed(digits)
    const written = isGrouped
      ? text.replace(/(\d)(\d{3})(?!\d)(?<!\.\d*)/, '$1,$2')
      : text.padStart(lengthMin, '0')
    return isPercent ? `${written}%` : written
  }
}

function quickDay(parts: readonly string[], between: string): QuickFormat {
  return (value, calendar) => {
    const serial = Math.floor(value)
    if (serial < 1 || serial > calendar.serialMax) return null
    const { year, month, day } = calendar.dayOf(serial)
    return parts
      .map((part) => (part === 'yyyy' ? String(year) : twoDigits(part === 'mm' ? month : day)))
      .join(between)
  }
}
