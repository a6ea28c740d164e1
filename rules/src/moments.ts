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

/** A moment on the product's clock. */
export interface Moment {
  readonly day: DayNumber
  /** How far into the day, in nanoseconds. */
  readonly time: number
}

/** A date is its midnight, a timestamp what the clocks of that zone then show; null for the rest. */
export function momentIn(timeZone: string, text: string): Moment | null {
  if (text.length === 10) {
    const day = dayNumber(text)
    return Number.isNaN(day) ? null : { day, time: 0 }
  }
  if (!isTimestamp(text)) return null
  return momentOf(Temporal.Instant.from(text).toZonedDateTimeISO(timeZone).toPlainDateTime())
}

/** The day of a date or of a timestamp in that time zone; NaN for any other text. */
export function dayIn(timeZone: string, text: string): DayNumber {
  return text.length === 10 ? dayNumber(text) : (momentIn(timeZone, text)?.day ?? Number.NaN)
}

/** Above zero when the date or timestamp is later than the moment; NaN when it is neither. */
export function distanceFrom(moment: Moment, text: string, timeZone: string): number {
  // Nearly all are dates, which need no object to be compared.
  const own = text.length === 10 ? null : momentIn(timeZone, text)
  const days = (own?.day ?? dayIn(timeZone, text)) - moment.day
  return days === 0 ? (own?.time ?? 0) - moment.time : days
}

/** Above zero when `one` is later; two timestamps compare whatever clocks show in between. */
export function compareMoments(one: string, other: string, timeZone: string): number {
  if (isTimestamp(one) && isTimestamp(other)) {
    return Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
  }
  const moment = momentIn(timeZone, other)
  return moment === null ? Number.NaN : distanceFrom(moment, one, timeZone)
}

function momentOf(at: Temporal.PlainDateTime): Moment {
  const seconds = (at.hour * 60 + at.minute) * 60 + at.second
  const thousandths = (seconds * 1_000 + at.millisecond) * 1_000 + at.microsecond
  return { day: numberOfDay(at), time: thousandths * 1_000 + at.nanosecond }
}

/** Only years within four digits occur in documents; others keep their order all the same. */
function numberOfDay(day: { year: number; month: number; day: number }): DayNumber {
  return day.year * 10_000 + day.month * 100 + day.day
}

/** Counted from the present moment on the product's clock. */
export type MomentPhrase = (now: Temporal.PlainDateTime) => Moment

/** How many days from today. */
export const namedDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const phraseShape = /^(?:([+-]?) ?(\d+)|(next|last)) (day|week|month|year)s?( ago)?$/

/**
 * Reads `today`, `+18 months`, `18 years ago`, `next month`; null for any other text. The days with
 * a name are midnights. All else counts from this very moment, so that whoever turns 18 today was
 * born before `18 years ago`: at midnight, and it is later than that.
 */
export function readPhrase(text: string): MomentPhrase | null {
  if (Object.hasOwn(namedDays, text)) {
    const days = namedDays[text] ?? 0
    return cached((now) => ({ day: numberOfDay(days === 0 ? now : now.add({ days })), time: 0 }))
  }
  const distance = readDistance(text)
  if (distance === null) return null
  const { unit, amount } = distance
  return cached((now) => momentOf(now.add({ [`${unit}s`]: amount })))
}

/** How far from now a phrase leads; below zero for the past. */
export interface Distance {
  readonly unit: 'day' | 'week' | 'month' | 'year'
  readonly amount: number
}

/** Reads `+18 months`, `18 years ago` and `next month`; null for any other text. */
export function readDistance(text: string): Distance | null {
  const [, sign = '', count, direction, unit, ago] = phraseShape.exec(text) ?? []
  if (unit === undefined) return null
  if (ago !== undefined && (sign !== '' || direction !== undefined)) return null
  const amount = direction === undefined ? Number(count) : 1
  if (amount > phraseAmountMax) return null
  const isPast = sign === '-' || ago !== undefined || direction === 'last'
  // The shape has only these four.
  return { unit: unit as Distance['unit'], amount: isPast ? -amount : amount }
}

/** All elements of a document ask for the same moment. */
function cached(phrase: MomentPhrase): MomentPhrase {
  let askedFor: Temporal.PlainDateTime | null = null
  let answer: Moment = { day: 0, time: 0 }
  return (now) => {
    if (askedFor !== now) {
      answer = phrase(now)
      askedFor = now
    }
    return answer
  }
}
