import { minorDigits } from '@bindery/rules/words'
import { latin, readDecimal } from './read-decimal.ts'

/** Reads a number as customers write it; null if the text is not a number. */
export function readNumber(text: string, locale: string): number | null {
  const decimal = readDecimal(text, locale)
  return decimal === null ? null : Number(decimal)
}

export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 10, ...latin }).format(value)
}

/** Reads an amount; null if the text is not an amount or has more decimals than the currency. */
export function readMoney(text: string, locale: string, currency: string): number | null {
  const decimal = readDecimal(withoutCurrency(text, locale, currency), locale, { isMoney: true })
  if (decimal === null) return null
  const minor = shifted(Number(decimal), minorDigits(currency))
  return Number.isSafeInteger(minor) ? minor : null
}

/** `CHF 1’200.–` and `1 200 €` are amounts as people write them: the field has the currency beside it. */
function withoutCurrency(text: string, locale: string, currency: string): string {
  const symbols = ['symbol', 'narrowSymbol'] as const
  const names = symbols.map((currencyDisplay) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .find(({ type }) => type === 'currency'),
  )
  let plain = text.trim()
  for (const name of [currency, ...names.map((part) => part?.value ?? '')]) {
    const lower = plain.toLowerCase()
    if (name === '') continue
    if (lower.startsWith(name.toLowerCase())) plain = plain.slice(name.length).trim()
    else if (lower.endsWith(name.toLowerCase())) plain = plain.slice(0, -name.length).trim()
  }
  return plain.replace(/(?<=\d)[.,][-–—]{1,2}$/, '')
}

/** An amount as text for a field: without the currency, and without cents if these are zero. */
export function writeMoney(minor: number, locale: string, currency: string): string {
  const digits = minorDigits(currency)
  const major = minor / 10 ** digits
  const written = new Intl.NumberFormat(locale, {
    ...latin,
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(major) ? 0 : digits,
    maximumFractionDigits: digits,
  }).formatToParts(major)
  const isDigits = ({ type }: Intl.NumberFormatPart) => type !== 'currency' && type !== 'literal'
  return written
    .filter(isDigits)
    .map(({ value }) => value)
    .join('')
}

/** An amount as text for a sentence, with the currency. */
export function showMoney(
  minor: number,
  locale: string,
  currency: string,
  { isShort = false } = {},
): string {
  const digits = minorDigits(currency)
  const major = minor / 10 ** digits
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: isShort && Number.isInteger(major) ? 0 : digits,
    maximumFractionDigits: digits,
  }).format(major)
}

/** Reads a percent as the fraction that the API has: `2`, `2 %` and `2%` are 0.02. */
export function readPercent(text: string, locale: string): number | null {
  const decimal = readDecimal(text.trim().replace(/[%٪]$/, ''), locale)
  return decimal === null ? null : shifted(Number(decimal), -2)
}

/** A percent as text for a field: without the percent sign. */
export function writePercent(fraction: number, locale: string): string {
  return writeNumber(shifted(fraction, 2), locale)
}

/** A percent as text for a sentence, with the percent sign. */
export function showPercent(fraction: number, locale: string): string {
  const style = { style: 'percent', maximumFractionDigits: 10 } as const
  return new Intl.NumberFormat(locale, style).format(fraction)
}

/** Moves the decimal point in the digits, because 0.07 times a hundred is a little more than 7. */
function shifted(value: number, digits: number): number {
  const [written = '', exponent = '0'] = String(value).split('e')
  return Number(`${written}e${Number(exponent) + digits}`)
}
