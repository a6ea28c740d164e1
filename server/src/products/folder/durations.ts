import { daysInclusive, lastDayOf } from '../../kernel/index.ts'
import { type Part, quoted } from './part.ts'

/** An ISO 8601 duration of whole days, at most so many years long; null where it was refused. */
export function readDuration(
  part: Part,
  { fix, yearsMax }: { readonly fix: string; readonly yearsMax: number },
): string | null {
  const text = part.text(fix)
  if (text === '') return null
  if (parseDuration(text) === null) {
    part.refuse(`${quoted(text)} is not a duration of whole days, months or years.`, fix)
    return null
  }
  if (shortestDays(text) <= shortestDays(`P${yearsMax}Y`)) return text
  part.refuse(`${text} is longer than ${yearsMax} years.`, `Write P${yearsMax}Y or less.`)
  return null
}

/** A duration of whole days above zero, or null. */
export function parseDuration(text: string): Temporal.Duration | null {
  try {
    const duration = Temporal.Duration.from(text)
    const timeOfDay = duration.with({ years: 0, months: 0, weeks: 0, days: 0 })
    return duration.sign === 1 && timeOfDay.blank ? duration : null
  } catch {
    return null
  }
}

/** From 1 February, and not in a leap year, where months are shortest. */
const february = Temporal.PlainDate.from('2027-02-01')

export function shortestDays(duration: string): number {
  try {
    return daysInclusive(february, lastDayOf(february, Temporal.Duration.from(duration)))
  } catch {
    return Infinity // It leads out of the calendar.
  }
}
