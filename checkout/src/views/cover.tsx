import type { Cover } from '@bindery/sdk/generated'
import { showDay } from '../form/dates.ts'
import type { Opened } from '../sale/sale.ts'

/** The first and the last day of cover; cover without an end in words. */
export function coverText(
  { start_date: start, end_date: end }: Cover,
  { words, locale }: Opened,
): string {
  const from = wholeDay(start, locale.tag)
  return end === null ? words.coverOpen(from) : words.coverUntil(from, wholeDay(end, locale.tag))
}

/** A day in words, on one line. */
export function wholeDay(iso: string, locale: string): string {
  return showDay(iso, locale).replaceAll(' ', '\u00a0')
}

/** Whether the cover lasts exactly one year. */
export function isOneYear({ start_date: start, end_date: end }: Cover): boolean {
  const last = new Date(start)
  last.setUTCFullYear(last.getUTCFullYear() + 1)
  last.setUTCDate(last.getUTCDate() - 1)
  return last.toISOString().slice(0, 10) === end
}
