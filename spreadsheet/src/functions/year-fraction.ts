import type { Calendar } from './calendar.ts'
import { type CalendarDay, daysInMonth, isLeapYear } from './serial.ts'

/** A part of a year: days out of as many as the year is taken to have. */
export interface YearFraction {
  readonly days: number
  readonly yearDays: number
}

/** YEARFRAC from an earlier to a later day; null for an unknown basis. */
export function yearFraction(
  calendar: Calendar,
  start: number,
  end: number,
  basis: number,
): YearFraction | null {
  const from = calendar.dayOf(start)
  const to = calendar.dayOf(end)
  switch (basis) {
    case 0:
      return { days: americanDays(from, to), yearDays: 360 }
    case 1:
      return actual(calendar, start, end, from, to)
    case 2:
      return { days: end - start, yearDays: 360 }
    case 3:
      return { days: end - start, yearDays: 365 }
    case 4:
      return {
        days: thirtyDays(from, to, Math.min(from.day, 30), Math.min(to.day, 30)),
        yearDays: 360,
      }
    default:
      return null
  }
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
function actual(
  calendar: Calendar,
  start: number,
  end: number,
  from: CalendarDay,
  to: CalendarDay,
): YearFraction {
  const days = end - start
  const isWithinOneYear =
    to.year === from.year ||
    (to.year === from.year + 1 &&
      (to.month < from.month || (to.month === from.month && to.day <= from.day)))
  if (isWithinOneYear) {
    return { days, yearDays: touchesLeapDay(calendar, start, end, from, to) ? 366 : 365 }
  }
  const years = to.year - from.year + 1
  const first = calendar.serialOf(from.year, 1, 1) ?? start
  const last = calendar.serialOf(to.year, 12, 31) ?? end
  return { days: days * years, yearDays: last + 1 - first }
}

function touchesLeapDay(
  calendar: Calendar,
  start: number,
  end: number,
  from: CalendarDay,
  to: CalendarDay,
): boolean {
  if (from.year === to.year) return isLeapYear(from.year)
  return [from.year, to.year].some((year) => {
    const leapDay = isLeapYear(year) ? calendar.serialOf(year, 2, 29) : null
    return leapDay !== null && leapDay >= start && leapDay <= end
  })
}
