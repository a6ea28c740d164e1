import { minorDigits } from '@bindery/rules/words'
import { useStore } from '../store.ts'
import { type Language, language } from './language.ts'

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** How numbers and days are written, such as `en-GB`. */
export function useLocale(): string {
  return locales[useStore(language)]
}

/** Days and moments as people write them, in the language of the page. */
export function useMoments() {
  const locale = useLocale()
  const ofDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const ofMoment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return {
    /** A day such as `2026-03-31`, which is the same everywhere. */
    day: (text: string) => ofDay.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)),
    /** A recorded moment. */
    moment: (text: string) => ofMoment.format(new Date(text)),
  }
}

/** Cents with their currency: always with cents, `1,234.50 EUR`. */
export function useMoney() {
  const locale = useLocale()
  return (cents: number, currency: string): string => {
    const digits = minorDigits(currency)
    const amount = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return `${amount.format(cents / 10 ** digits)}\u00A0${currency.toUpperCase()}`
  }
}

/** The day of the clock on the wall. */
export function today(): string {
  const now = new Date()
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** The day of the clock on the wall, some days before. */
export function daysAgo(days: number): string {
  const date = new Date(`${today()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

export function yearBegan(): string {
  return `${today().slice(0, 4)}-01-01`
}
