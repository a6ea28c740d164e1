/** The calendar of the database has no year 0. */
const isoDate = /^(?!0000)\d{4}-\d{2}-\d{2}$/

/** A real calendar date written `YYYY-MM-DD`, or null. */
export function parseDay(text: unknown): Temporal.PlainDate | null {
  if (typeof text !== 'string' || !isoDate.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null // A well-formed text that names no day, such as the 30th of February.
  }
}

/** The day in each time zone that was asked for, as of a second. */
const lastDays = new Map<string, { readonly second: number; readonly day: Temporal.PlainDate }>()

/** Within a second no day ends: a second's many sales look it up in the calendar once. */
export function todayIn(timeZone: string, now: Temporal.Instant): Temporal.PlainDate {
  const second = Math.floor(now.epochMilliseconds / 1000)
  const last = lastDays.get(timeZone)
  if (last?.second === second) return last.day
  const day = now.toZonedDateTimeISO(timeZone).toPlainDate()
  lastDays.set(timeZone, { second, day })
  return day
}

/** What the clocks of that zone show. */
export function clockIn(timeZone: string, now: Temporal.Instant): Temporal.PlainDateTime {
  return now.toZonedDateTimeISO(timeZone).toPlainDateTime()
}

/** The moment that stands for a day where only the day is known. */
export function middayOf(day: Temporal.PlainDate): Temporal.PlainDateTime {
  return day.toPlainDateTime({ hour: 12 })
}

/** A day begins at its first instant, which is not midnight where a clock change skips midnight. */
export function startOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime(timeZone).toInstant()
}

/** The last whole second of a day: what people write as the end of cover. */
export function endOfDay(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return startOfDay(day.add({ days: 1 }), timeZone).subtract({ seconds: 1 })
}

/** How many days lie in `first` to `last`, both counted. Zero or less when `last` is before. */
export function daysInclusive(first: Temporal.PlainDate, last: Temporal.PlainDate): number {
  return first.until(last, { largestUnit: 'days' }).days + 1
}

/**
 * The last day of a period that begins on `first`. A year from 1 March ends on the last day of
 * February, and so does a year from a leap day: where the month has no such day, its end is the
 * end.
 */
export function lastDayOf(
  first: Temporal.PlainDate,
  {
    years = 0,
    months = 0,
    weeks = 0,
    days = 0,
  }: Partial<Pick<Temporal.Duration, 'years' | 'months' | 'weeks' | 'days'>>,
): Temporal.PlainDate {
  // Counted with numbers: every price asks for such days, and Temporal makes four objects on the
  // way.
  const { year, month, day } = first
  const after = (year + years) * 12 + month - 1 + months
  const dayMax = daysInMonth(after)
  const last =
    day > dayMax
      ? dayInMonth(after, dayMax)
      : day === 1
        ? dayInMonth(after - 1, daysInMonth(after - 1))
        : dayInMonth(after, day - 1)
  return weeks === 0 && days === 0 ? last : last.add({ weeks, days })
}

/** Whether a day comes before another. */
export function isEarlier(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return numberOf(one) < numberOf(other)
}

function numberOf({ year, month, day }: Temporal.PlainDate): number {
  return (year * 12 + month) * 31 + day
}

/** Months are counted from January of the year 0. */
function dayInMonth(months: number, day: number): Temporal.PlainDate {
  return new Temporal.PlainDate(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, day)
}

const daysOfMonths: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(months: number): number {
  const year = Math.floor(months / 12)
  const month = ((months % 12) + 12) % 12
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 1 && isLeap ? 29 : (daysOfMonths[month] ?? 0)
}

/** The same to the millisecond, where the very moment counts. */
export function exactTimestamp(instant: Temporal.Instant): string {
  const local = instant.toZonedDateTimeISO('UTC')
  return local.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
}

/** An ISO 8601 timestamp with an offset, to the second, as the API writes them. */
export function timestamp(instant: Temporal.Instant, timeZone = 'UTC'): string {
  const local = instant.toZonedDateTimeISO(timeZone)
  return local.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 })
}
