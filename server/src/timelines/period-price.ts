import { proRata } from '../kernel/index.ts'
import type { Premium } from '../pricing/index.ts'

/** What is asked for a billing period, and what of it is tax, fee and commission: minor units. */
export interface PeriodPrice {
  /** All that the customer pays. */
  readonly payment: number
  readonly tax: number
  /** What is asked on top of the premium. */
  readonly fee: number
  /** What the seller earns of the premium; never on top of the payment. */
  readonly commission: number
}

export const free: PeriodPrice = { payment: 0, tax: 0, fee: 0, commission: 0 }

/** The price of one billing period, or null where less would be paid than the premium is. */
export function periodPriceOf(premium: Premium): PeriodPrice | null {
  const fee = premium.grossPaymentAmount - premium.grossPremium
  if (fee < 0) return null
  return {
    payment: premium.grossPaymentAmount,
    tax: premium.premiumTax,
    fee,
    commission: premium.netCommissionTotal,
  }
}

export function isFree(price: PeriodPrice): boolean {
  return price.payment === 0 && price.tax === 0 && price.fee === 0 && price.commission === 0
}

export function plus(one: PeriodPrice, other: PeriodPrice): PeriodPrice {
  return join(one, other, (a, b) => a + b)
}

export function minus(one: PeriodPrice, other: PeriodPrice): PeriodPrice {
  return join(one, other, (a, b) => a - b)
}

/**
 * What the first `days` days of a period cost. Counted from the start of the period, so that slices
 * sum to the cent however it is cut: a slice is the difference of two of these.
 */
export function earned(price: PeriodPrice, days: number, wholeDays: number): PeriodPrice {
  return each(price, (amount) => proRata(amount, days, wholeDays).part)
}

/** The whole, in the ten-thousandths in which shares are given. */
export const whole = 10_000

/** So many ten-thousandths of a price. */
export function shareOf(price: PeriodPrice, share: number): PeriodPrice {
  return each(price, (amount) => proRata(amount, share, whole).part)
}

function each(price: PeriodPrice, change: (amount: number) => number): PeriodPrice {
  return {
    payment: change(price.payment),
    tax: change(price.tax),
    fee: change(price.fee),
    commission: change(price.commission),
  }
}

function join(
  one: PeriodPrice,
  other: PeriodPrice,
  combine: (a: number, b: number) => number,
): PeriodPrice {
  return {
    payment: combine(one.payment, other.payment),
    tax: combine(one.tax, other.tax),
    fee: combine(one.fee, other.fee),
    commission: combine(one.commission, other.commission),
  }
}
