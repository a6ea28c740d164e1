import { dayOfWeek } from './dates.ts'
import { matrix } from './definition.ts'
import type { Kit } from './kit.ts'
import { isMatrix } from './matrix.ts'
import { type AnyNumber, FormulaError, isError, type Value, wrongValue } from './value.ts'

export function workingDayFunctions<N extends AnyNumber>(kit: Kit<N>) {
  const { in1900 } = kit.calendar
  return {
    NETWORKDAYS: matrix<N>(([from, to, holidays]) => {
      if (isMatrix(from) || isMatrix(to)) return wrongValue
      const start = kit.asSerial(from)
      const end = kit.asSerial(to)
      if (isError(start)) return start
      if (isError(end)) return end
      const free = holidaySerials(kit, holidays)
      if (isError(free)) return free
      const first = in1900(Math.min(start, end))
      const last = in1900(Math.max(start, end))
      const away = [...free].filter((day) => day >= first && day <= last && !isWeekend(day)).length
      const count = weekdaysUpTo(last) - weekdaysUpTo(first - 1) - away
      return kit.ofInteger(start <= end ? count : -count)
    }),
  }
}

/** Saturday is 0 and Sunday 1. */
function isWeekend(serial: number): boolean {
  return dayOfWeek(serial) <= 1
}

/** How many of the days 0 to `serial` are weekdays; day 0 counts as the Saturday it stands for. */
function weekdaysUpTo(serial: number): number {
  if (serial < 0) return 0
  const weeks = Math.floor((serial + 1) / 7)
  const rest = serial + 1 - weeks * 7
  return weeks * 5 + Math.max(0, rest - 2)
}

/** The holidays, all in the count from 1900. */
function holidaySerials<N extends AnyNumber>(
  kit: Kit<N>,
  holidays: Value<N> | undefined,
): Set<number> | FormulaError {
  const serials = new Set<number>()
  if (holidays === undefined || holidays === null) return serials
  for (const cell of isMatrix(holidays) ? holidays.cells : [holidays]) {
    if (cell === null) continue
    const serial = kit.asSerial(cell)
    if (isError(serial)) return serial
    serials.add(kit.calendar.in1900(serial))
  }
  return serials
}
