import { longDays } from '@bindery/rules/messages/long-day'

/** A year of two digits that is further ahead than this means the last century. */
const yearsAheadMax = 20

/** Invisible marks for the direction of reading. */
const unseen = /[\u200e\u200f\u061c]/g

type Part = 'year' | 'month' | 'day'

/** Reads a day as a customer types it, in the local order or as ISO; null if the text is not a day. */
export function readDay(text: string, locale: string, thisYear: number): string | null {
  const groups = digitGroups(text.replaceAll(unseen, '').trim(), orderOf(locale))
  if (groups === null) return null
  const { parts, order } = groups
  const of = (part: Part) => Number(parts[order.indexOf(part)])
  const written = parts[order.indexOf('year')] ?? ''
  const year = written.length === 2 ? fullYear(of('year'), thisYear) : of('year')
  return dayOf(year, of('month'), of('day'))
}

export function writeDay(iso: string, locale: string): string {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  return dayFormat(locale).format(new Date(Date.UTC(year, month - 1, day)))
}

/** A day in words, for reading. */
export function showDay(iso: string, locale: string): string {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number)
  return longDays(locale)(new Date(Date.UTC(year, month - 1, day)))
}

/** The pattern of a day in the letters of the language: `TT.MM.JJJJ`. */
export function dayPattern(locale: string, letters: Readonly<Record<Part, string>>): string {
  return dayFormat(locale)
    .formatToParts(new Date(Date.UTC(2027, 10, 22)))
    .map(({ type, value }) => {
      if (type === 'day' || type === 'month') return letters[type].repeat(2)
      return type === 'year' ? letters.year.repeat(4) : value
    })
    .join('')
}

const gregorian = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const

function dayFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    ...gregorian,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
}

function orderOf(locale: string): Part[] {
  return dayFormat(locale)
    .formatToParts(new Date(Date.UTC(2027, 10, 22)))
    .map(({ type }) => type)
    .filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
}

function digitGroups(text: string, local: Part[]): { parts: string[]; order: Part[] } | null {
  if (/^\d{8}$/.test(text)) {
    const widths = local.map((part) => (part === 'year' ? 4 : 2))
    let at = 0
    return { parts: widths.map((width) => text.slice(at, (at += width))), order: local }
  }
  const parts = text.split(/\s*[-./,\s]\s*/).filter((part) => part !== '')
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return null
  const order: Part[] = parts[0]?.length === 4 ? ['year', 'month', 'day'] : local
  const isWide = (part: string, index: number) =>
    order[index] === 'year' ? part.length === 4 || part.length === 2 : part.length <= 2
  return parts.every(isWide) ? { parts, order } : null
}

function fullYear(two: number, thisYear: number): number {
  const century = Math.floor(thisYear / 100) * 100
  return century + two > thisYear + yearsAheadMax ? century - 100 + two : century + two
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}
