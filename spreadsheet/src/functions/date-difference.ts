import type { Calendar } from './calendar.ts'
import { daysInMonth } from './serial.ts'

/** DATEDIF: whole years, months or days, and their remainders; null for a wrong order or unit. */
export function dateDifference(
  calendar: Calendar,
  start: number,
  end: number,
  unit: string,
): number | null {
  if (start > end) return null
  const from = calendar.dayOf(start)
  const to = calendar.dayOf(end)
  const months = (to.year - from.year) * 12 + to.month - from.month - (to.day < from.day ? 1 : 0)
  switch (unit.toUpperCase()) {
    case 'Y':
      return Math.floor(months / 12)
    case 'M':
      return months
    case 'D':
      return end - start
    case 'YM':
      return months % 12
    case 'MD': {
      if (to.day >= from.day) return to.day - from.day
      const before = to.month === 1 ? 12 : to.month - 1
      const length = daysInMonth(to.month === 1 ? to.year - 1 : to.year, before)
      // Below zero where that month is too short, as spreadsheet programs have it.
      return length - from.day + to.day
    }
    case 'YD': {
      const isLater = to.month > from.month || (to.month === from.month && to.day >= from.day)
      const year = isLater ? to.year : to.year - 1
      const day = Math.min(from.day, daysInMonth(year, from.month))
      return end - (calendar.serialOf(year, from.month, day) ?? start)
    }
    default:
      return null
  }
}
