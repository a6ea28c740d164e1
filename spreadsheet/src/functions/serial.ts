/**
 * Days as spreadsheets number them: 1 is 1 January 1900, and 60 is the 29th of February 1900 that
 * never was, kept so that every later day has the number that spreadsheets give it.
 */
export const serialMax = 2_958_465
const ghostDay = 60

export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** The number of a real calendar day from 1900 to 9999, or null outside. */
export function serialOf(year: number, month: number, day: number): number | null {
  const days = daysFromCivil(year, month, day) - daysFromCivil(1899, 12, 31)
  const serial = days >= ghostDay ? days + 1 : days
  return serial < 1 || serial > serialMax ? null : serial
}

/** The day of a number from 0 to `serialMax`. Number 0 is "0 January 1900", as spreadsheets say. */
export function dayOf(serial: number): CalendarDay {
  if (serial === 0) return { year: 1900, month: 1, day: 0 }
  if (serial === ghostDay) return { year: 1900, month: 2, day: 29 }
  const days = serial > ghostDay ? serial - 1 : serial
  return civilFromDays(days + daysFromCivil(1899, 12, 31))
}

/** Reads `YYYY-MM-DD` to the number of its day; null where it names no day from 1900 on. */
export function serialOfIso(text: string): number | null {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return null
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null
  return serialOf(year, month, day)
}

/** `YYYY-MM-DD`, or null for a number that is no real day. */
export function isoOfSerial(serial: number): string | null {
  if (!Number.isInteger(serial) || serial < 1 || serial > serialMax || serial === ghostDay)
    return null
  const { year, month, day } = dayOf(serial)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** The day a number of months on, held back to the month's end where the month is shorter. */
export function addMonths(from: CalendarDay, months: number): CalendarDay {
  const count = from.year * 12 + from.month - 1 + months
  const year = Math.floor(count / 12)
  const month = count - year * 12 + 1
  return { year, month, day: Math.min(from.day, daysInMonth(year, month)) }
}

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** Days since 1 March of year 0, counted in 400-year cycles that begin in March. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const cycle = Math.floor(shifted / 400)
  const yearOfCycle = shifted - cycle * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const leapDays = Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100)
  return cycle * 146_097 + yearOfCycle * 365 + leapDays + dayOfYear
}

function civilFromDays(days: number): CalendarDay {
  const cycle = Math.floor(days / 146_097)
  const dayOfCycle = days - cycle * 146_097
  const leapDays =
    Math.floor(dayOfCycle / 1460) -
    Math.floor(dayOfCycle / 36_524) +
    Math.floor(dayOfCycle / 146_096)
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365)
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  return { year, month, day }
}
