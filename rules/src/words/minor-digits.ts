/**
 * Currencies whose minor unit does not have two digits, by ISO 4217. `Intl` says something else for some of
 * them, such as the forint, and every browser what its own data says: amounts are exchanged by this table.
 */
const none = /bif|clp|djf|gnf|isk|jpy|kmf|krw|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf/i
const three = /bhd|iqd|jod|kwd|lyd|omr|tnd/i
const four = /clf/i

/** How many digits the minor unit of a currency, a code of three letters, has: 2 for the euro, none for the yen. */
export function minorDigits(currency: string): number {
  if (none.test(currency)) return 0
  if (three.test(currency)) return 3
  return four.test(currency) ? 4 : 2
}
