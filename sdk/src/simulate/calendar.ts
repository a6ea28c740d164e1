/** Days as texts such as 2027-01-31: the SDK also runs where there is no Temporal. */
const dayMs = 24 * 60 * 60 * 1000

export function addDays(day: string, days: number): string {
  return written(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
}

/** The same day so many months later; where a month has no such day, the first of the next. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const there = new Date(first.getTime() + (date - 1) * dayMs)
  if (there.getUTCMonth() === first.getUTCMonth()) return written(there.getTime())
  return written(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1))
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && written(Date.parse(`${text}T00:00:00Z`)) === text
}

/** The moment at which clocks of a time zone show this on a day; nearly, where they are put forward. */
export function momentIn(timeZone: string, day: string, time: string): string {
  const asUtc = Date.parse(`${day}T${time}Z`)
  // The local time at a moment gives the offset from UTC; computed twice, in case daylight saving
  // time changes in between.
  const first = asUtc - aheadMs(timeZone, asUtc)
  return new Date(asUtc - aheadMs(timeZone, first)).toISOString()
}

/** The day that a moment has in a time zone. */
export function dayIn(timeZone: string, moment: string): string {
  return shownAt(timeZone, Date.parse(moment)).slice(0, 10)
}

function aheadMs(timeZone: string, at: number): number {
  return Date.parse(`${shownAt(timeZone, at).replace(' ', 'T')}Z`) - at
}

function shownAt(timeZone: string, at: number): string {
  // Swedish dates and times are in ISO format.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at)
}

function written(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
}

const phrase = /^(?:([+-]?) ?(\d{1,5})|(next|last)) (day|week|month|year)s?( ago)?$/
const named: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }

/** The day that `+120 days`, `18 years ago` or `tomorrow` means; null for any other text. */
export function dayOfPhrase(text: string, today: string): string | null {
  if (Object.hasOwn(named, text)) return addDays(today, named[text] ?? 0)
  const [, sign = '', count, direction, unit, ago] = phrase.exec(text) ?? []
  if (unit === undefined) return null
  const isPast = sign === '-' || ago !== undefined || direction === 'last'
  const amount = (direction === undefined ? Number(count) : 1) * (isPast ? -1 : 1)
  if (unit === 'day' || unit === 'week') return addDays(today, amount * (unit === 'week' ? 7 : 1))
  return addMonths(today, amount * (unit === 'year' ? 12 : 1))
}
