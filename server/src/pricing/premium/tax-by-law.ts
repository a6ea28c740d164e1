import { proRata } from '../../kernel/index.ts'
import type { Premium, TaxRateChange } from '../pricing-types.ts'

/** Six digits are what a rate of tax has. */
const rateUnits = 1_000_000

/**
 * The premium with the rates of tax that the law has changed since it was priced: net premium,
 * commission and fee stay, tax and gross follow the rate. A rate that the law does not name stays.
 * `changes` are all that apply, in the order of their days; the first of them may be in the premium.
 */
export function taxByLaw(premium: Premium, changes: readonly TaxRateChange[]): Premium {
  const known = premium.taxChanges?.length ?? 0
  const added = changes.slice(known)
  if (added.length === 0) return premium
  return { ...added.reduce(taxAnew, premium), taxChanges: changes }
}

/**
 * Whether a premium is taxed at a rate. Where pricing gives amounts alone, the rate that follows from
 * small ones is not exact: then the tax has to be what the rate gives, to the cent.
 */
export function isTaxedAt({ netPremium, premiumTax, taxRate }: Premium, rate: number): boolean {
  if (unitsOf(taxRate) === unitsOf(rate)) return true
  const isClose = Math.abs(taxRate - rate) < 0.005
  return isClose && premiumTax > 0 && taxOf(netPremium, rate) === premiumTax
}

function taxAnew(premium: Premium, { from, to }: TaxRateChange): Premium {
  if (!isTaxedAt(premium, from)) return premium
  const { netPremium, grossPremium, grossPaymentAmount } = premium
  const premiumTax = taxOf(netPremium, to)
  const gross = netPremium + premiumTax
  return {
    ...premium,
    taxRate: to,
    premiumTax,
    grossPremium: gross,
    // What is asked on top of the premium is a fee, which is not taxed.
    grossPaymentAmount: gross + (grossPaymentAmount - grossPremium),
  }
}

function taxOf(net: number, rate: number): number {
  return proRata(net, unitsOf(rate), rateUnits).part
}

function unitsOf(rate: number): number {
  return Math.round(rate * rateUnits)
}
