import type { Json } from '../kernel/index.ts'
import { fold } from './fold.ts'

/**
 * A value as the database sorts and searches it. Every field has one total order: numbers by size,
 * then texts by the language's collation, then what is empty. Text that is written like a number
 * counts as one, so that 9 comes before 10 also where a column holds `n/a` as well.
 */
export interface SortKey {
  /** The number; Infinity for text, NaN for empty: PostgreSQL sorts them in this order. */
  readonly n: number
  readonly t: string
  /** The folded text, for searches; null for empty. */
  readonly s: string | null
}

/** Longer texts are sorted and searched by their beginning, which keeps them within an index. */
const sortedLettersMax = 400

/** At most fifteen digits, so that a double holds them exactly. */
const writtenNumber = /^-?(?=[\d.]{1,16}$)\d{1,15}(?:\.\d{1,15})?$/

export function parseNumber(text: string): number | null {
  return writtenNumber.test(text) ? Number(text) : null
}

export function sortKeyOf(value: Json, type: 'text' | 'boolean' | 'date'): SortKey {
  if (value === null) return { n: NaN, t: '', s: null }
  const t = beginningOf(typeof value === 'string' ? value : JSON.stringify(value))
  const n = (type === 'text' ? parseNumber(t) : null) ?? Infinity
  return { n, t, s: beginningOf(fold(t)) }
}

/** NUL, which PostgreSQL does not store in text, means nothing to a reader either. */
export function beginningOf(text: string): string {
  const clean = text.includes('\0') ? text.replaceAll('\0', '') : text
  return clean.length <= sortedLettersMax
    ? clean.toWellFormed()
    : clean.slice(0, sortedLettersMax).toWellFormed()
}
