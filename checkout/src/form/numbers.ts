/** Marks that say in which direction one reads, and nothing else. */
const unseen = /[\u200e\u200f\u061c]/g

/** Numbers that people write: `1’234.50`, `1.234,50`, `1 234,5`. */
export function readNumber(text: string, locale: string): number | null {
  const { group, decimal } = signsOf(locale)
  let plain = text
    .replaceAll(unseen, '')
    .replaceAll(/[\s'’_]/g, '')
    .replace('\u2212', '-')
  if (plain.includes(decimal) || decimal === '.') plain = plain.replaceAll(group, '')
  else if (isGrouped(plain, group)) plain = plain.replaceAll(group, '')
  plain = plain.replace(decimal, '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

export function writeNumber(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 10, ...latin }).format(value)
}

/** `1.234` is grouped in German; `1.5` is somebody who writes a point all the same. */
function isGrouped(text: string, group: string): boolean {
  const [head = '', ...rest] = text.split(group)
  return (
    rest.length > 0 && /^[+-]?\d{1,3}$/.test(head) && rest.every((part) => /^\d{3}$/.test(part))
  )
}

/** What stands in a field is read again, so it has the digits that all keyboards have. */
const latin = { numberingSystem: 'latn' } as const

function signsOf(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, latin).formatToParts(12_345_678.9)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value
  return { group: sign('group') ?? '', decimal: sign('decimal') ?? '.' }
}

/** Amounts are whole minor units; people read and write francs. */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** Null where it is no amount; what has more digits than the currency is none. */
export function readMoney(text: string, locale: string, currency: string): number | null {
  const digits = minorDigits(currency)
  const major = readNumber(text, locale)
  if (major === null) return null
  const minor = Math.round(major * 10 ** digits)
  return Math.abs(minor / 10 ** digits - major) < 1e-9 * Math.max(1, Math.abs(major)) ? minor : null
}

/** As it stands in a field, without the currency beside it; round amounts without their cents. */
export function writeMoney(minor: number, locale: string, currency: string): string {
  const digits = minorDigits(currency)
  const major = minor / 10 ** digits
  const least = Number.isInteger(major) ? 0 : digits
  return new Intl.NumberFormat(locale, {
    ...latin,
    minimumFractionDigits: least,
    maximumFractionDigits: digits,
  }).format(major)
}

/** As it stands in a sentence. */
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
    ...(isShort && Number.isInteger(major) && { minimumFractionDigits: 0 }),
  }).format(major)
}
