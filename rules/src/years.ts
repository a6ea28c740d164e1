import type { Json } from './words/index.ts'
import { dayIn, dayNumber, readPhrase } from './moments.ts'
import type { Scope } from './rule-spec.ts'

/** Reads `this year`, `2027`, `18 years ago` or a date; null for any other text. */
export function readYear(reference: string): ((scope: Scope) => number) | null {
  if (/^\d{4}$/.test(reference)) return () => Number(reference)
  const day = dayNumber(reference)
  if (!Number.isNaN(day)) return () => yearOfDay(day)
  const phrase = readPhrase(reference === 'this year' ? 'today' : reference)
  return phrase === null ? null : (scope) => yearOfDay(phrase(scope.context.now).day)
}

/** The year that a value is or lies in: 2027, "2027", a date or a timestamp. NaN for the rest. */
export function yearOf(value: Json, timeZone: string): number {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number.NaN
  if (typeof value !== 'string') return Number.NaN
  return /^\d{4}$/.test(value) ? Number(value) : yearOfDay(dayIn(timeZone, value))
}

function yearOfDay(day: number): number {
  return Math.floor(day / 10_000)
}
