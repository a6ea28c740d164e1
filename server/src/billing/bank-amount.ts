import { amountMax, minorDigits } from '../kernel/index.ts'

/** The sign before the cents. */
export const decimalSigns = ['comma', 'point'] as const
export type DecimalSign = (typeof decimalSigns)[number]

const signs = { comma: ',', point: '.' } as const
const grouped = /(?<=\d)[\s'\u2019](?=\d)/g

/**
 * Reads an amount as banks write it, in minor units: `1.234,56`, `-12.50`, `1'000.00`, `7,00-`,
 * `EUR 5`. Null where it is none, or has more digits after its sign than its currency has.
 */
export function readAmount(text: string, decimal: DecimalSign, currency: string): number | null {
  const [, before = '', body = '', after = ''] =
    /^([+-]?)([\d.,]+)([+-]?)$/.exec(plain(text, currency)) ?? []
  if (before !== '' && after !== '') return null
  const sign = signs[decimal]
  const group = decimal === 'comma' ? '.' : ','
  const [whole = '', fraction = '', ...more] = body.split(sign)
  const isSignLast = body.endsWith(sign)
  const { minorDigits } = writtenAs(currency)
  if (more.length > 0 || isSignLast || fraction.length > minorDigits) return null
  if (!/^\d*$/.test(fraction) || !isGrouped(whole, group)) return null
  const amount = Number(whole.replaceAll(group, '') + fraction.padEnd(minorDigits, '0'))
  if (amount > amountMax) return null
  return before === '-' || after === '-' ? 0 - amount : amount
}

/** Whether all digits stand after its sign that its currency has: of an amount that was cut off some miss. */
export function isWritten(text: string, currency: string): boolean {
  const { minorDigits } = writtenAs(currency)
  if (minorDigits === 0) return false
  return new RegExp(`[.,]\\d{${minorDigits}}[+-]?$`).test(plain(text, currency))
}

/** Without what some banks add: the currency, and blanks or apostrophes between thousands. */
function plain(text: string, currency: string): string {
  return text
    .trim()
    .replaceAll('\u2212', '-')
    .replace(writtenAs(currency).around, '')
    .replace(grouped, '')
    .replace(/^([+-])\s+/, '$1')
}

/** Digits in groups of three, or all in one. */
function isGrouped(whole: string, group: string): boolean {
  const [first = '', ...rest] = whole.split(group)
  if (!/^\d+$/.test(first)) return false
  if (rest.length === 0) return true
  return first.length <= 3 && rest.every((part) => /^\d{3}$/.test(part))
}

interface WrittenCurrency {
  /** How many digits its minor unit has: two for most, none for the yen. */
  readonly minorDigits: number
  /** Its code or sign, before an amount or after it. */
  readonly around: RegExp
}
const written = new Map<string, WrittenCurrency>()

function writtenAs(currency: string): WrittenCurrency {
  const known = written.get(currency)
  if (known !== undefined) return known
  const code = currency.toUpperCase()
  const names = code === 'EUR' ? `${code}|\u20AC` : code
  const made = {
    minorDigits: minorDigits(code),
    around: new RegExp(`^(?:${names})\\s*|\\s*(?:${names})$`, 'i'),
  }
  written.set(currency, made)
  return made
}
