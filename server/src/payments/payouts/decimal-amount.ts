import { minorDigits } from '../../kernel/index.ts'

/** Whole minor units as a decimal number, as banks read it: 146241 eur is `1462.41`. */
export function decimalAmount(amount: number, currency: string): string {
  const digits = minorDigits(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
