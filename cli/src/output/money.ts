import { minorDigits } from '@bindery/rules/words'

/** Minor units as people write them: 146241 of eur is `1,462.41 EUR`. */
export function money(minorUnits: number, currency: string): string {
  const code = currency.toUpperCase()
  const digits = minorDigits(code)
  const amount = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits)
  return code === '' ? amount : `${amount} ${code}`
}
