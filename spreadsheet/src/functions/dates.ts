import { dateDifference } from './date-difference.ts'
import { scalar, type ScalarFunction } from './definition.ts'
import type { Kit } from './kit.ts'
import { addMonths, daysInMonth } from './serial.ts'
import { type AnyNumber, isError, type Scalar, wrongNumber, wrongValue } from './value.ts'
import { yearFraction } from './year-fraction.ts'

const monthsMax = 120_000

export function dateFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { asSerial, asText, asWhole, calendar, ofInteger } = kit

  function ofDay(call: (serial: number) => number): ScalarFunction<N> {
    return scalar((value) => {
      const serial = asSerial(value)
      return isError(serial) ? serial : ofInteger(call(serial))
    })
  }

  function ofDayAnd(call: (serial: number, months: number) => number | null): ScalarFunction<N> {
    return scalar((value, count) => {
      const serial = asSerial(value)
      const months = asWhole(count)
      if (isError(serial)) return serial
      if (isError(months)) return months
      return ofSerial(Math.abs(months) > monthsMax ? null : call(serial, months))
    })
  }

  function ofSerial(serial: number | null): Scalar<N> {
    return serial === null ? wrongNumber : ofInteger(serial)
  }

  /** Months and days beyond their range carry over; years below 1900 count from 1900. */
  function dateOf(year: number, month: number, day: number): number | null {
    if (Math.abs(year) > 10_000 || Math.abs(month) > monthsMax) return null
    if (Math.abs(day) > calendar.serialMax) return null
    const full = year >= 0 && year < 1900 ? year + 1900 : year
    const first = addMonths({ year: full, month: 1, day: 1 }, month - 1)
    const begin = calendar.serialOf(first.year, first.month, 1)
    if (begin === null) return null
    const serial = begin + day - 1
    return serial < 0 || serial > calendar.serialMax ? null : serial
  }

  return {
    DATE: scalar<N>((a, b, c) => {
      const year = asWhole(a)
      const month = asWhole(b)
      const day = asWhole(c)
      if (isError(year)) return year
      if (isError(month)) return month
      return isError(day) ? day : ofSerial(dateOf(year, month, day))
    }),
    DATEVALUE: scalar<N>((value) => {
      const text = asText(value)
      if (isError(text)) return text
      const serial = calendar.serialOfIso(withTwoDigits(text.trim()))
      return serial === null ? wrongValue : ofInteger(serial)
    }),
    YEAR: ofDay((serial) => calendar.dayOf(serial).year),
    MONTH: ofDay((serial) => calendar.dayOf(serial).month),
    DAY: ofDay((serial) => calendar.dayOf(serial).day),
    EDATE: ofDayAnd((serial, months) => {
      const { year, month, day } = addMonths(calendar.dayOf(serial), months)
      const begin = calendar.serialOf(year, month, 1)
      return begin === null ? null : begin + day - 1
    }),
    EOMONTH: ofDayAnd((serial, months) => {
      const { year, month } = addMonths({ ...calendar.dayOf(serial), day: 1 }, months)
      return calendar.serialOf(year, month, daysInMonth(year, month))
    }),
    DATEDIF: scalar<N>((from, to, unit) => {
      const start = asSerial(from)
      const end = asSerial(to)
      const name = asText(unit)
      if (isError(start)) return start
      if (isError(end)) return end
      if (isError(name)) return name
      return ofSerial(dateDifference(calendar, start, end, name))
    }),
    DAYS: scalar<N>((to, from) => {
      const end = asSerial(to)
      const start = asSerial(from)
      if (isError(end)) return end
      return isError(start) ? start : ofInteger(end - start)
    }),
    YEARFRAC: scalar<N>((from, to, basis) => {
      const start = asSerial(from)
      const end = asSerial(to)
      const kind = asWhole(basis)
      if (isError(start)) return start
      if (isError(end)) return end
      if (isError(kind)) return kind
      const [first, last] = start < end ? [start, end] : [end, start]
      const fraction = yearFraction(calendar, first, last, kind)
      if (fraction === null) return wrongNumber
      return kit.divide(ofInteger(fraction.days), ofInteger(fraction.yearDays))
    }),
    WEEKDAY: scalar<N>((value, kind) => {
      const serial = asSerial(value)
      const type = kind === undefined ? 1 : asWhole(kind)
      if (isError(serial)) return serial
      if (isError(type)) return type
      return ofSerial(weekday(dayOfWeek(calendar.in1900(serial)), type))
    }),
  }
}

/** 0 for Saturday to 6 for Friday: day number 7 was a Saturday in the spreadsheets' count. */
export function dayOfWeek(serialIn1900: number): number {
  return serialIn1900 % 7
}

function weekday(sinceSaturday: number, type: number): number | null {
  if (type === 1) return ((sinceSaturday + 6) % 7) + 1
  if (type === 2) return ((sinceSaturday + 5) % 7) + 1
  if (type === 3) return (sinceSaturday + 5) % 7
  if (type < 11 || type > 17) return null
  // Types 11 to 17 let the week begin on Monday to Sunday.
  return ((sinceSaturday + 5 - (type - 11) + 7) % 7) + 1
}

/** Months and days may be written with one digit: 2026-3-1. */
function withTwoDigits(text: string): string {
  return text.replaceAll(/-(?=\d(-|$))/g, '-0')
}
