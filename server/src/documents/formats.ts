import { minorDigits } from '../kernel/index.ts'
import type { AmountText, DayText, DigitsFormat, FormatData, MomentText } from './document-data.ts'
import { regionOf } from './region.ts'

/** A month with a day that no other part of a date can be mistaken for. */
const patternDay = Temporal.PlainDate.from('2044-11-23')

/**
 * How people write amounts and days, in this language and where the product is sold: German in
 * Zurich says CHF 1’234.50. Everything comes from the one table of the Unicode project, so that
 * documents here and functions of `/bindery.typ` agree to the letter.
 */
export function formatsOf({ language, timeZone, currency }: FormatTerms): FormatData {
  return known.getOrInsertComputed(`${language} ${timeZone} ${currency}`, () => {
    if (known.size >= knownMax) known.clear()
    return readFormats({ language, timeZone, currency })
  })
}

interface FormatTerms {
  readonly language: string
  readonly timeZone: string
  readonly currency: string
}

const knownMax = 1_000
const known = new Map<string, FormatData>()

function readFormats(terms: FormatTerms): FormatData {
  const locale = localeOf(terms.language, regionOf(terms.timeZone))
  const number = new Intl.NumberFormat(locale, latin)
  const percent = new Intl.NumberFormat(locale, { ...latin, style: 'percent' })
  const { currency } = terms
  const amount = new Intl.NumberFormat(locale, { ...latin, style: 'currency', currency })
  return {
    number: digitsOf(number),
    percent: around(percent.formatToParts(1)),
    currency: {
      ...digitsOf(amount),
      ...around(amount.formatToParts(1)),
      decimals: minorDigits(currency),
    },
    minus: '\u2212',
    short_day: dayPattern(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }),
    long_day: dayPattern(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
    first_day: locale.startsWith('fr') ? '1er' : '1',
    months: Array.from({ length: 12 }, (_, at) => monthName(locale, at + 1)),
  }
}

/** Documents must match the accounts, so digits are always Latin ones. */
const latin = { numberingSystem: 'latn' } as const

/** Where English is at home, it is written as there; elsewhere in the world as in Britain. */
const englishRegions: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'NZ', 'IE', 'ZA', 'IN'])

function localeOf(language: string, region: string | null): string {
  const given = new Intl.Locale(language)
  if (given.region !== undefined) return language
  if (region === null) return language
  const isForeign = given.language === 'en' && !englishRegions.has(region)
  return `${language}-${isForeign ? 'GB' : region}`
}

interface Part {
  readonly type: string
  readonly value: string
}

function digitsOf(format: Intl.NumberFormat): DigitsFormat {
  const parts = format.formatToParts(1_234_567.5)
  const isGrouped = format.formatToParts(1_234).some((part) => part.type === 'group')
  return {
    decimal: partOf(parts, 'decimal', '.'),
    group: partOf(parts, 'group', ''),
    grouped_from: isGrouped ? 4 : 5,
  }
}

function partOf(parts: readonly Part[], type: string, fallback: string): string {
  return parts.find((part) => part.type === type)?.value ?? fallback
}

const digitParts: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction'])

/** What stands before and after the digits. */
function around(parts: readonly Part[]): { before: string; after: string } {
  const first = parts.findIndex((part) => digitParts.has(part.type))
  const last = parts.findLastIndex((part) => digitParts.has(part.type))
  const written = (some: readonly Part[]) => some.map((part) => part.value).join('')
  return { before: written(parts.slice(0, first)), after: written(parts.slice(last + 1)) }
}

const placeholders: Readonly<Record<string, string>> = {
  '23': '{dd}',
  '11': '{mm}',
  '2044': '{yyyy}',
}

function dayPattern(locale: string, options: Intl.DateTimeFormatOptions): string {
  const parts = dateParts(locale, patternDay, options)
  return parts
    .map(({ type, value }) => {
      if (type === 'day') return options.day === 'numeric' ? '{d}' : '{dd}'
      if (type === 'month' && options.month === 'long') return '{month}'
      return type === 'literal' ? value : (placeholders[value] ?? value)
    })
    .join('')
}

/** As it stands within a date: Greek and Russian bend the name of a month there. */
function monthName(locale: string, month: number): string {
  const day = Temporal.PlainDate.from({ year: 2044, month, day: 23 })
  const parts = dateParts(locale, day, { day: 'numeric', month: 'long', year: 'numeric' })
  return partOf(parts, 'month', '')
}

function dateParts(
  locale: string,
  day: Temporal.PlainDate,
  options: Intl.DateTimeFormatOptions,
): Part[] {
  const format = new Intl.DateTimeFormat(locale, {
    ...options,
    ...latin,
    calendar: 'gregory',
    timeZone: 'UTC',
  })
  return format.formatToParts(day.toZonedDateTime('UTC').epochMilliseconds)
}

export function amountText(format: FormatData, cents: number, currency: string): AmountText {
  const { before, after, decimals } = format.currency
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0')
  const whole = groupDigits(format.currency, digits.slice(0, digits.length - decimals))
  const rest = decimals === 0 ? '' : format.currency.decimal + digits.slice(-decimals)
  return {
    cents,
    currency,
    text: `${cents < 0 ? format.minus : ''}${before}${whole}${rest}${after}`,
  }
}

function groupDigits(format: DigitsFormat, digits: string): string {
  if (digits.length < format.grouped_from) return digits
  return digits.replace(/\B(?=(\d{3})+$)/g, format.group)
}

/** A fraction such as 0.19 as "19 %", with at most two decimals. */
export function percentText(format: FormatData, fraction: number): string {
  const hundredths = Math.round(Math.abs(fraction) * 10_000)
  const [whole = '0', decimals = ''] = (hundredths / 100).toFixed(2).split('.')
  const kept = decimals.replace(/0+$/, '')
  const rest = kept === '' ? '' : format.number.decimal + kept
  const { before, after } = format.percent
  const sign = fraction < 0 && hundredths > 0 ? format.minus : ''
  return `${sign}${before}${groupDigits(format.number, whole)}${rest}${after}`
}

export function dayText(format: FormatData, day: Temporal.PlainDate): DayText {
  const two = (value: number) => String(value).padStart(2, '0')
  const fill = (pattern: string) =>
    pattern
      .replace('{dd}', two(day.day))
      .replace('{d}', day.day === 1 ? format.first_day : String(day.day))
      .replace('{mm}', two(day.month))
      .replace('{month}', format.months[day.month - 1] ?? '')
      .replace('{yyyy}', String(day.year).padStart(4, '0'))
  return { iso: day.toString(), short: fill(format.short_day), long: fill(format.long_day) }
}

/** A moment as clocks showed it where the product is sold. */
export function momentText(
  format: FormatData,
  moment: Temporal.Instant,
  timeZone: string,
): MomentText {
  const local = moment.toZonedDateTimeISO(timeZone)
  return {
    ...dayText(format, local.toPlainDate()),
    iso: local.toString({ timeZoneName: 'never', fractionalSecondDigits: 0 }),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

/** A number with its digits in groups and at most two decimals. */
export function numberText(format: FormatData, value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100)
  const [whole = '0', decimals = ''] = (hundredths / 100).toFixed(2).split('.')
  const kept = decimals.replace(/0+$/, '')
  const rest = kept === '' ? '' : format.number.decimal + kept
  const sign = value < 0 && hundredths > 0 ? format.minus : ''
  return sign + groupDigits(format.number, whole) + rest
}
