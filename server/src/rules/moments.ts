/** Keeps `today` plus a phrase within the calendar that the runtime knows. */
const phraseAmountMax = 10_000

/** A day as one number, yyyymmdd: days compare as numbers do, without making objects. */
type DayNumber = number

/** Reads `YYYY-MM-DD`; NaN unless it names a real day. */
export function dayNumber(text: string): DayNumber {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return Number.NaN
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isReal ? year * 10_000 + month * 100 + day : Number.NaN
}

export function isDay(text: string): boolean {
  return !Number.isNaN(dayNumber(text))
}

function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

const monthDays: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function daysInMonth(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0)
}

const timeAndOffset =
  /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/

/** An ISO 8601 timestamp; without an offset it would not say when. */
export function isTimestamp(text: string): boolean {
  return timeAndOffset.test(text.slice(10)) && isDay(text.slice(0, 10))
}

/** The day of a date or of a timestamp in that time zone; NaN for any other text. */
export function dayIn(timeZone: string, text: string): DayNumber {
  if (text.length === 10) return dayNumber(text)
  if (!isTimestamp(text)) return Number.NaN
  return numberOfDay(Temporal.Instant.from(text).toZonedDateTimeISO(timeZone))
}

/** Above zero when `one` is later. Two timestamps compare by instant, all else by day. */
export function compareMoments(one: string, other: string, timeZone: string): number {
  if (isTimestamp(one) && isTimestamp(other)) {
    return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
  }
  return dayIn(timeZone, one) - dayIn(timeZone, other)
}

/** Only years within four digits occur in documents; others keep their order all the same. */
function numberOfDay(day: { year: number; month: number; day: number }): DayNumber {
  return day.year * 10_000 + day.month * 100 + day.day
}

export type DayPhrase = (today: Temporal.PlainDate) => DayNumber

const namedDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const phraseShape = /^(?:([+-]?) ?(\d+)|(next|last)) (day|week|month|year)s?( ago)?$/

/** Reads `today`, `+18 months`, `18 years ago`, `next month`; null for any other text. */
export function readDayPhrase(text: string): DayPhrase | null {
  if (Object.hasOwn(namedDays, text)) return cached({ days: namedDays[text] ?? 0 })
  const [, sign = '', count, direction, unit, ago] = phraseShape.exec(text) ?? []
  if (unit === undefined) return null
  if (ago !== undefined && (sign !== '' || direction !== undefined)) return null
  const amount = direction === undefined ? Number(count) : 1
  if (amount > phraseAmountMax) return null
  const isPast = sign === '-' || ago !== undefined || direction === 'last'
  return cached({ [`${unit}s`]: isPast ? -amount : amount })
}

/** All fields of a document, and most documents of a day, ask for the same today. */
function cached(distance: Temporal.DurationLikeObject): DayPhrase {
  let askedFor: Temporal.PlainDate | null = null
  let answer = 0
  return (today) => {
    if (askedFor !== today) {
      answer = numberOfDay(today.add(distance))
      askedFor = today
    }
    return answer
  }
}
