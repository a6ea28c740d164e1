import { ofInteger } from '../decimal/index.ts'
import { asSerial, dayOfWeek } from './dates.ts'
import { matrix } from './definition.ts'
import { Matrix } from './matrix.ts'
import { FormulaError, type Value, wrongValue } from './value.ts'

export const workingDays = {
  NETWORKDAYS: matrix(([from, to, holidays]) => {
    if (from instanceof Matrix || to instanceof Matrix) return wrongValue
    const start = asSerial(from)
    const end = asSerial(to)
    if (start instanceof FormulaError) return start
    if (end instanceof FormulaError) return end
    const free = holidaySerials(holidays)
    if (free instanceof FormulaError) return free
    const first = Math.min(start, end)
    const last = Math.max(start, end)
    const away = [...free].filter((day) => day >= first && day <= last && !isWeekend(day)).length
    const count = weekdaysUpTo(last) - weekdaysUpTo(first - 1) - away
    return ofInteger(start <= end ? count : -count)
  }),
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

function holidaySerials(holidays: Value | undefined): Set<number> | FormulaError {
  const serials = new Set<number>()
  if (holidays === undefined || holidays === null) return serials
  for (const cell of holidays instanceof Matrix ? holidays.cells : [holidays]) {
    if (cell === null) continue
    const serial = asSerial(cell)
    if (serial instanceof FormulaError) return serial
    serials.add(serial)
  }
  return serials
}
