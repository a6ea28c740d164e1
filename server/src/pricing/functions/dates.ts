import { ofInteger } from '../decimal/index.ts'
import { asNumber, asText, asWhole } from './coerce.ts'
import { dateDifference } from './date-difference.ts'
import { scalar, type ScalarFunction } from './definition.ts'
import { addMonths, dayOf, daysInMonth, serialMax, serialOf, serialOfIso } from './serial.ts'
import { FormulaError, type Scalar, wrongNumber, wrongValue } from './value.ts'
import { yearFraction } from './year-fraction.ts'

export const dates = {
  DATE: scalar((a, b, c) => {
    const year = asWhole(a)
    const month = asWhole(b)
    const day = asWhole(c)
    if (year instanceof FormulaError) return year
    if (month instanceof FormulaError) return month
    return day instanceof FormulaError ? day : dateOf(year, month, day)
  }),
  DATEVALUE: scalar((value) => {
    const text = asText(value)
    if (text instanceof FormulaError) return text
    const serial = serialOfIso(text.trim())
    return serial === null ? wrongValue : ofInteger(serial)
  }),
  YEAR: ofDay((serial) => ofInteger(dayOf(serial).year)),
  MONTH: ofDay((serial) => ofInteger(dayOf(serial).month)),
  DAY: ofDay((serial) => ofInteger(dayOf(serial).day)),
  EDATE: ofDayAnd((serial, months) => {
    const { year, month, day } = addMonths(dayOf(serial), months)
    return ofSerial(serialOf(year, month, day))
  }),
  EOMONTH: ofDayAnd((serial, months) => {
    const { year, month } = addMonths({ ...dayOf(serial), day: 1 }, months)
    return ofSerial(serialOf(year, month, daysInMonth(year, month)))
  }),
  DATEDIF: scalar((from, to, unit) => {
    const start = asSerial(from)
    const end = asSerial(to)
    const name = asText(unit)
    if (start instanceof FormulaError) return start
    if (end instanceof FormulaError) return end
    if (name instanceof FormulaError) return name
    const difference = dateDifference(start, end, name)
    return difference === null ? wrongNumber : ofInteger(difference)
  }),
  DAYS: scalar((to, from) => {
    const end = asSerial(to)
    const start = asSerial(from)
    if (end instanceof FormulaError) return end
    return start instanceof FormulaError ? start : ofInteger(end - start)
  }),
  YEARFRAC: scalar((from, to, basis) => {
    const start = asSerial(from)
    const end = asSerial(to)
    const kind = asWhole(basis)
    if (start instanceof FormulaError) return start
    if (end instanceof FormulaError) return end
    if (kind instanceof FormulaError) return kind
    return yearFraction(Math.min(start, end), Math.max(start, end), kind) ?? wrongNumber
  }),
  WEEKDAY: scalar((value, kind) => {
    const serial = asSerial(value)
    const type = kind === undefined ? 1 : asWhole(kind)
    if (serial instanceof FormulaError) return serial
    return type instanceof FormulaError ? type : weekday(serial, type)
  }),
}

/** The day number where a date is wanted, or an error; a time of day is cut off. */
export function asSerial(value: Scalar | undefined): number | FormulaError {
  const number = asNumber(value)
  if (number instanceof FormulaError) {
    const fromText = typeof value === 'string' ? serialOfIso(value) : null
    return fromText ?? number
  }
  const serial = asWhole(number)
  if (serial instanceof FormulaError) return serial
  return serial < 0 || serial > serialMax ? wrongNumber : serial
}

/** 0 for Saturday to 6 for Friday: day number 7 was a Saturday in the spreadsheets' count. */
export function dayOfWeek(serial: number): number {
  return serial % 7
}

function ofDay(call: (serial: number) => Scalar): ScalarFunction {
  return scalar((value) => {
    const serial = asSerial(value)
    return serial instanceof FormulaError ? serial : call(serial)
  })
}

const monthsMax = 120_000

function ofDayAnd(call: (serial: number, months: number) => Scalar): ScalarFunction {
  return scalar((value, count) => {
    const serial = asSerial(value)
    const months = asWhole(count)
    if (serial instanceof FormulaError) return serial
    if (months instanceof FormulaError) return months
    return Math.abs(months) > monthsMax ? wrongNumber : call(serial, months)
  })
}

function ofSerial(serial: number | null): Scalar {
  return serial === null ? wrongNumber : ofInteger(serial)
}

/** Months and days beyond their range carry over; years below 1900 count from 1900. */
function dateOf(year: number, month: number, day: number): Scalar {
  if (Math.abs(year) > 10_000 || Math.abs(month) > monthsMax || Math.abs(day) > serialMax) {
    return wrongNumber
  }
  const full = year >= 0 && year < 1900 ? year + 1900 : year
  const first = addMonths({ year: full, month: 1, day: 1 }, month - 1)
  const begin = serialOf(first.year, first.month, 1)
  if (begin === null) return wrongNumber
  const serial = begin + day - 1
  return serial < 0 || serial > serialMax ? wrongNumber : ofInteger(serial)
}

function weekday(serial: number, type: number): Scalar {
  const sinceSaturday = dayOfWeek(serial)
  if (type === 1) return ofInteger(((sinceSaturday + 6) % 7) + 1)
  if (type === 2) return ofInteger(((sinceSaturday + 5) % 7) + 1)
  if (type === 3) return ofInteger((sinceSaturday + 5) % 7)
  if (type < 11 || type > 17) return wrongNumber
  // Types 11 to 17 let the week begin on Monday to Sunday.
  return ofInteger(((sinceSaturday + 5 - (type - 11) + 7) % 7) + 1)
}
