/**
 * Currencies whose minor unit does not have two digits, by ISO 4217. `Intl` says something else for some of
 * them, such as the forint, and every browser what its own data says: amounts are exchanged by this table.
 */
const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const three = 'BHD IQD JOD KWD LYD OMR TND'
const four = 'CLF UYW'

const digitsOf: ReadonlyMap<string, number> = new Map(
  [[none, 0] as const, [three, 3] as const, [four, 4] as const].flatMap(([codes, digits]) =>
    codes.split(' ').map((code) => [code, digits] as const),
  ),
)

/** How many digits the minor unit of a currency has: 2 for the euro, none for the yen. */
export function minorDigits(currency: string): number {
  return digitsOf.get(currency.toUpperCase()) ?? 2
}
