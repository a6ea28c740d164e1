import { minorDigits } from '@bindery/rules/words'

/** An amount as people write it, such as `500.00eur`, in minor units; null if it is none. */
export function readMoney(text: string): { amount: number; currency: string } | null {
  const [, units = '', fraction = '', code = ''] =
    /^(\d+)(?:\.(\d+))?\s?([a-z]{3})$/i.exec(text) ?? []
  const digits = code === '' ? 0 : minorDigits(code)
  if (code === '' || fraction.length > digits) return null
  const amount = Number(`${units}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(amount) ? { amount, currency: code.toLowerCase() } : null
}
