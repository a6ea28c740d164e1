import { type Json, chooseLanguage, minorDigits } from '../../kernel/index.ts'
import { type HistoryLanguage, type HistoryWords, historyWords } from './history-words.ts'

/** The language of a policy's history: English where none of the wanted ones is supported. */
export function historyLanguage(preferred: readonly string[]): HistoryLanguage {
  const languages = Object.keys(historyWords) as HistoryLanguage[] // It has no others.
  const chosen = chooseLanguage(preferred, languages)
  return languages.find((language) => language === chosen) ?? 'en'
}

/** English as it is written where most of these policies are sold. */
export const localeOf: Readonly<Record<HistoryLanguage, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  it: 'it',
}

/** Longer values are cut: the version has the whole value. */
const valueCharactersMax = 80

export function formatDay(day: Temporal.PlainDate, locale: string): string {
  return day.toLocaleString(locale, { dateStyle: 'long' })
}

export function formatAmount(
  cents: number,
  currency: string,
  locale: string,
  options: Pick<Intl.NumberFormatOptions, 'signDisplay'> = {},
): string {
  const digits = minorDigits(currency)
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits, ...options }
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...shown })
  return format.format(cents / 10 ** digits)
}

/** Of a fraction such as 0.19. */
export function formatPercent(fraction: number, locale: string): string {
  return fraction.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 4 })
}

export function formatValue(
  value: Json,
  words: Pick<HistoryWords, 'nothing' | 'yes' | 'no'>,
  locale: string,
): string {
  if (value === null) return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return value.toLocaleString(locale, { maximumFractionDigits: 9 })
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text
}
