import { colours, element, line, text } from './svg.ts'

export const left = 132
export const right = 1204
export const width = 1240
/** Keeps marks of the first day clear of the names of the rows. */
const first = left + 12
const dayMs = 24 * 60 * 60 * 1000

/** Maps a day or a moment to its horizontal position. */
export interface TimeAxis {
  readonly from: string
  readonly to: string
  readonly x: (day: string) => number
}

export function timeAxis(from: string, to: string): TimeAxis {
  const begin = momentOf(from)
  const days = Math.max(1, (momentOf(to) - begin) / dayMs)
  return {
    from,
    to,
    x: (day) => first + ((momentOf(day) - begin) / dayMs / days) * (right - first),
  }
}

function momentOf(day: string): number {
  return Date.parse(day.length === 10 ? `${day}T00:00:00Z` : day)
}

const months = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 30 Jan 2027. */
export function dayInWords(day: string): string {
  return whole.format(momentOf(day))
}

/** A line for every month, names for as many as there is room for, and the years. */
export function drawAxis({ x, from, to }: TimeAxis, top: number, bottom: number): string {
  const firsts = firstsOfMonths(from, to)
  const step = [1, 2, 3, 6, 12].find((every) => firsts.length / every <= 22) ?? 12
  const marks = firsts.map((day) => {
    const at = new Date(momentOf(day))
    const month = at.getUTCMonth()
    const isYear = month === 0
    const name = month % step === 0 ? months.format(at) : ''
    return [
      line([x(day), top], [x(day), bottom], isYear ? '#c7ced6' : colours.grid),
      name === '' ? '' : text(x(day) + 3, top - 6, name, { size: 11, fill: colours.soft }),
      isYear ? text(x(day) + 3, top - 22, String(at.getUTCFullYear()), { weight: 600 }) : '',
    ].join('')
  })
  const year = text(first, top - 22, from.slice(0, 4), { weight: 600 })
  return element('g', { 'aria-hidden': 'true' }, year, ...marks)
}

function firstsOfMonths(from: string, to: string): string[] {
  const begin = new Date(momentOf(from))
  const days: string[] = []
  for (let n = 1; ; n += 1) {
    const day = new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + n, 1))
    const written = day.toISOString().slice(0, 10)
    if (written > to) return days
    days.push(written)
  }
}
