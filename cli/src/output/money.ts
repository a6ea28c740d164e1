/** Minor units as people write them: 146241 of eur is `1,462.41 EUR`. */
export function money(minorUnits: number, currency: string): string {
  const code = currency.toUpperCase()
  const digits = minorDigitsOf(code)
  const amount = new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minorUnits / 10 ** digits)
  return code === '' ? amount : `${amount} ${code}`
}

/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY. */
export function minorDigitsOf(code: string): number {
  if (!/^[A-Z]{3}$/.test(code)) return 2
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
