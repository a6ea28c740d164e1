import { minorDigits } from '../../../kernel/index.ts'

/** Currencies that Stripe counts in whole units, as its documentation lists them. */
const wholeUnits: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
/** Counted in thousandths, of which the last digit has to be 0. */
const thousandths: ReadonlySet<string> = new Set('bhd jod kwd omr tnd'.split(' '))

/**
 * How many digits an amount has at Stripe. All that is not listed has two, also currencies without a minor
 * unit: Stripe has kept the two digits of the Icelandic króna.
 */
function stripeDigits(currency: string): number {
  if (wholeUnits.has(currency)) return 0
  return thousandths.has(currency) ? 3 : 2
}

/** The least that two amounts at Stripe differ by. */
function stepOf(currency: string): number {
  if (thousandths.has(currency)) return 10
  // Its two digits are always 00 where the currency has no minor unit.
  return 10 ** Math.max(0, stripeDigits(currency) - minorDigits(currency))
}

/** Stripe lists the Ugandan shilling with and without digits: a hundred times too much is worse than nothing. */
const unclear = 'ugx'

/**
 * Our minor units as Stripe counts them; null where Stripe can take no such amount: what is taken has to be
 * what is owed, so nothing is rounded.
 */
export function toStripe(amount: number, currency: string): number | null {
  if (currency === unclear) return null
  const digits = stripeDigits(currency) - minorDigits(currency)
  const there = digits < 0 ? amount / 10 ** -digits : amount * 10 ** digits
  return Number.isSafeInteger(there) && there % stepOf(currency) === 0 ? there : null
}

/** An amount of Stripe in our minor units; the parts of one that Stripe may charge fees in are rounded. */
export function fromStripe(amount: number, currency: string): number {
  const digits = minorDigits(currency) - stripeDigits(currency)
  if (digits >= 0) return amount * 10 ** digits
  return Math.sign(amount) * Math.round(Math.abs(amount) / 10 ** -digits) || 0
}
