import { type Json, chooseLanguage } from '../../kernel/index.ts'
import { type ReadOrder, endDayOf } from '../../policies/index.ts'
import { type HistoryLanguage, type HistoryWords, historyWords } from './history-words.ts'

/** The language in which a history is told: English to whoever wants none of ours. */
export function historyLanguage(preferred: readonly string[]): HistoryLanguage {
  const languages = Object.keys(historyWords) as HistoryLanguage[] // It has no others.
  const chosen = chooseLanguage(preferred, languages)
  return languages.find((language) => language === chosen) ?? 'en'
}

/** English as it is written where most of these policies are sold. */
const localeOf: Readonly<Record<HistoryLanguage, string>> = {
  en: 'en-GB',
  de: 'de',
  fr: 'fr',
  it: 'it',
}

/** No value is told at more length than this: the version has it whole. */
const valueCharactersMax = 80

/**
 * What an order did, in the words of the trade: `deductible from 500 to 1,000 from 1 March 2027;
 * EUR 12.40 back`. Null where it did nothing, or not yet.
 */
export function tellOrder(
  { version, done }: ReadOrder,
  currency: string,
  language: HistoryLanguage,
): string | null {
  if (done === null) return null
  const words: HistoryWords = historyWords[language]
  const locale = localeOf[language]
  const day = (one: Temporal.PlainDate) => one.toLocaleString(locale, { dateStyle: 'long' })
  const lastDay = done.timeline.ending?.lastDay ?? version.effectiveDay.subtract({ days: 1 })
  const told = (): string => {
    switch (version.kind) {
      case 'offer': {
        const last = endDayOf(done.timeline)
        return words.sold(day(version.effectiveDay), last && day(last))
      }
      case 'change': {
        const replaced = done.replaced.map(({ place, before, after }) => {
          const field = place.join(' ').replaceAll('_', ' ')
          const value = (one: Json) => tellValue(one, words, locale)
          if (before === null) return words.added(field, value(after))
          return words.replaced(field, value(before), value(after))
        })
        return words.changedFrom(replaced.join(', ') || words.nothing, day(version.effectiveDay))
      }
      case 'cancellation':
        return words.cancelled(day(lastDay))
      case 'lapse':
        return words.lapsed(day(lastDay))
      case 'reinstatement': {
        const { gap_until: gapUntil } = version.change
        const covered = gapUntil === null ? version.effectiveDay : dayAfter(gapUntil)
        return words.reinstated(day(covered))
      }
      case 'renewal':
        return words.renewed(day(version.effectiveDay))
    }
  }
  const amount = tellAmount(Math.abs(done.amount), currency, locale)
  if (done.amount === 0) return told()
  return `${told()}; ${done.amount > 0 ? words.more(amount) : words.back(amount)}`
}

function dayAfter(day: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(day).add({ days: 1 })
}

function tellAmount(cents: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function tellValue(value: Json, words: HistoryWords, locale: string): string {
  if (value === null) return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return value.toLocaleString(locale)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > valueCharactersMax ? `${text.slice(0, valueCharactersMax)}…` : text
}
