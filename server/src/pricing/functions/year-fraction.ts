import { type Decimal, divide, ofInteger } from '../decimal/index.ts'
import { type CalendarDay, dayOf, daysInMonth, isLeapYear, serialOf } from './serial.ts'

/** YEARFRAC from an earlier to a later day; null for an unknown basis. */
export function yearFraction(start: number, end: number, basis: number): Decimal | null {
  const from = dayOf(start)
  const to = dayOf(end)
  switch (basis) {
    case 0:
      return fraction(americanDays(from, to), 360)
    case 1:
      return actual(start, end, from, to)
    case 2:
      return fraction(end - start, 360)
    case 3:
      return fraction(end - start, 365)
    case 4:
      return fraction(thirtyDays(from, to, Math.min(from.day, 30), Math.min(to.day, 30)), 360)
    default:
      return null
  }
}

function fraction(days: number, yearDays: number): Decimal {
  return divide(ofInteger(days), ofInteger(yearDays))
}

function thirtyDays(from: CalendarDay, to: CalendarDay, fromDay: number, toDay: number): number {
  return (to.year - from.year) * 360 + (to.month - from.month) * 30 + toDay - fromDay
}

/** The 30/360 count of American bonds, with its rules for month ends. */
function americanDays(from: CalendarDay, to: CalendarDay): number {
  const startsAtFebruaryEnd = from.month === 2 && from.day === daysInMonth(from.year, 2)
  const endsAtFebruaryEnd = to.month === 2 && to.day === daysInMonth(to.year, 2)
  let fromDay = from.day
  let toDay = to.day
  if (startsAtFebruaryEnd && endsAtFebruaryEnd) toDay = 30
  if (startsAtFebruaryEnd) fromDay = 30
  if (toDay === 31 && fromDay >= 30) toDay = 30
  if (fromDay === 31) fromDay = 30
  return thirtyDays(from, to, fromDay, toDay)
}

/** Actual days over the length of the year, or over the average length of the years touched. */
function actual(start: number, end: number, from: CalendarDay, to: CalendarDay): Decimal {
  const days = end - start
  const isWithinOneYear =
    to.year === from.year ||
    (to.year === from.year + 1 &&
      (to.month < from.month || (to.month === from.month && to.day <= from.day)))
  if (isWithinOneYear) return fraction(days, touchesLeapDay(start, end, from, to) ? 366 : 365)
  const years = to.year - from.year + 1
  const length = (serialOf(to.year, 12, 31) ?? end) + 1 - (serialOf(from.year, 1, 1) ?? start)
  return divide(ofInteger(days * years), ofInteger(length))
}

function touchesLeapDay(start: number, end: number, from: CalendarDay, to: CalendarDay): boolean {
  if (from.year === to.year) return isLeapYear(from.year)
  return [from.year, to.year].some((year) => {
    const leapDay = isLeapYear(year) ? serialOf(year, 2, 29) : null
    return leapDay !== null && leapDay >= start && leapDay <= end
  })
}
