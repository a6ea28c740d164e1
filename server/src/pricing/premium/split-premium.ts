import {
  add,
  type Decimal,
  divide,
  multiply,
  ofInteger,
  one,
  roundTo,
  sign,
  toDouble,
} from '@bindery/spreadsheet/decimal'
import { type OutputReader, toMinorUnits } from './output-reader.ts'

/** Gross, tax and net in whole minor units, and the rate between them. */
export interface SplitPremium {
  readonly gross: number
  readonly tax: number
  readonly net: number
  readonly taxRate: number
}

/** Digits of a tax rate that pricing leaves to be worked out from tax and net. */
const derivedRateDigits = 6

/**
 * Reads gross, tax and net, or derives what is missing: the third of two, or two from one and the
 * tax rate. Rounding comes first, so gross = net + tax holds in whole cents; null if it does not.
 */
export function splitPremium(reader: OutputReader): SplitPremium | null {
  const gross = reader.amount('gross_premium') ?? reader.amount('gross_payment_amount')
  const tax = reader.amount('premium_tax')
  const net = reader.amount('net_premium')
  const rate = readTaxRate(reader)
  if (reader.failure !== null) return null
  const parts = round(gross, tax, net, rate)
  if (parts === null) {
    return reader.fail('gross_premium', 'and what else is given do not determine tax and net')
  }
  if (parts.net < 0) return reader.fail('premium_tax', 'is larger than the gross premium')
  if (parts.tax < 0) return reader.fail('net_premium', 'is larger than the gross premium')
  if (parts.gross !== parts.net + parts.tax) {
    return reader.fail('gross_premium', 'is not net_premium plus premium_tax after rounding')
  }
  return { ...parts, taxRate: toDouble(rate ?? derivedRate(parts.tax, parts.net, tax, net)) }
}

export function readTaxRate(reader: OutputReader): Decimal | null {
  const rate = reader.number('tax_rate')
  if (rate === null) return null
  const value = toDouble(rate)
  if (value >= 0 && value <= 1) return rate
  return reader.fail('tax_rate', 'is not a fraction from 0 to 1, such as 0.19')
}

function round(
  gross: Decimal | null,
  tax: Decimal | null,
  net: Decimal | null,
  rate: Decimal | null,
): { gross: number; tax: number; net: number } | null {
  if (net !== null) {
    const cents = toMinorUnits(net)
    if (gross !== null) {
      const whole = toMinorUnits(gross)
      return { gross: whole, tax: tax === null ? whole - cents : toMinorUnits(tax), net: cents }
    }
    if (tax === null && rate === null) return null
    const taxCents = toMinorUnits(tax ?? multiply(net, rate ?? one))
    return { gross: cents + taxCents, tax: taxCents, net: cents }
  }
  if (gross === null) return null
  const whole = toMinorUnits(gross)
  if (tax !== null) return { gross: whole, tax: toMinorUnits(tax), net: whole - toMinorUnits(tax) }
  if (rate === null) return null
  const cents = toMinorUnits(divide(gross, add(one, rate)))
  return { gross: whole, tax: whole - cents, net: cents }
}

/** From the unrounded amounts where pricing gave both, else from the cents. */
function derivedRate(
  taxCents: number,
  netCents: number,
  tax: Decimal | null,
  net: Decimal | null,
): Decimal {
  const over = net ?? ofInteger(netCents)
  if (sign(over) === 0) return ofInteger(0)
  return roundTo(divide(tax ?? ofInteger(taxCents), over), derivedRateDigits, 'half_away')
}
