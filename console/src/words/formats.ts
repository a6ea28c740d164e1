import { minorDigits } from '@bindery/rules/words'
import { createElement } from 'react'
import { useStore } from '../store.ts'
import { type Language, language } from './language.ts'
import { timeZone } from './time-zone.ts'

const locales: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' }

/** How numbers and days are written, such as `en-GB`. */
export function useLocale(): string {
  return locales[useStore(language)]
}

/** Making a formatter takes far longer than writing with it, so each is made once. */
function madeOnce<Key extends string, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

const daysIn = madeOnce(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)
const momentsIn = madeOnce((locale: string) =>
  madeOnce(
    (zone: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
  ),
)
/** As `2026-03-31`. */
const isoDaysIn = madeOnce((zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }))
const amountsIn = madeOnce((locale: string) =>
  madeOnce((digits: `${number}`) => {
    const count = Number(digits)
    return new Intl.NumberFormat(locale, {
      minimumFractionDigits: count,
      maximumFractionDigits: count,
    })
  }),
)

/** Days and moments as people write them, in the language of the page. */
export function useMoments() {
  const locale = useLocale()
  const ofDay = daysIn(locale)
  const zone = useStore(timeZone)
  const ofMoment = momentsIn(locale)(zone)
  const moment = (text: string) => ofMoment.format(new Date(text))
  return {
    /** A day such as `2026-03-31`, which is the same everywhere. */
    day: (text: string) => ofDay.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)),
    /** A recorded moment, for a sentence. */
    moment,
    /** A recorded moment that stands alone: whoever points at it reads the zone and the exact time. */
    time: (text: string) =>
      createElement('time', { dateTime: text, title: `${zone} · ${text}` }, moment(text)),
  }
}

/** Cents with their currency: always with cents, `1,234.50 EUR`. */
export function useMoney() {
  const locale = useLocale()
  return (cents: number, currency: string): string => {
    const digits = minorDigits(currency)
    const amount = amountsIn(locale)(`${digits}`)
    return `${amount.format(cents / 10 ** digits)}\u00A0${currency.toUpperCase()}`
  }
}

/** The day that it is now where the account is. */
export function today(): string {
  return isoDaysIn(timeZone.get()).format(new Date())
}

/** That day, some days before. */
export function daysAgo(days: number): string {
  const date = new Date(`${today()}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

export function yearBegan(): string {
  return `${today().slice(0, 4)}-01-01`
}
