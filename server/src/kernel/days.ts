/** The calendar of the database, like everybody's, has no year 0. */
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

export function todayIn(timeZone: string, now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(timeZone).toPlainDate()
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
 * February, and so does a year from a leap day: where the month has no such day, its end is the end.
 */
export function lastDayOf(
  first: Temporal.PlainDate,
  period: Temporal.DurationLike,
): Temporal.PlainDate {
  const { years, months, weeks, days } = Temporal.Duration.from(period)
  const after = first.add({ years, months })
  const isShortened = after.day < first.day
  return (isShortened ? after : after.subtract({ days: 1 })).add({ weeks, days })
}

/** An ISO 8601 timestamp with an offset, to the second, as the API writes them. */
export function timestamp(instant: Temporal.Instant, timeZone = 'UTC'): string {
  const local = instant.toZonedDateTimeISO(timeZone)
  return local.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 })
}
