import type { BillingPeriod } from './billing-period.ts'
import { type PeriodPrice, isFree, minus } from './period-price.ts'
import { pricePeriod } from './price-period.ts'
import type { Timeline } from './timeline.ts'

/** A period that money was asked for already, and all of it. */
export interface ChargedPeriod {
  readonly period: BillingPeriod
  readonly charged: PeriodPrice
}

/** What a period costs more, or less where negative, than was charged for it. */
export interface Charge {
  readonly period: BillingPeriod
  readonly amount: PeriodPrice
}

/**
 * What a timeline changes about the periods that were charged: for each its price now less all that
 * it was charged before. It is a difference to what is, so nothing needs to be taken back first.
 */
export function chargeAgain(timeline: Timeline, periods: readonly ChargedPeriod[]): Charge[] {
  return periods
    .map(({ period, charged }) => ({
      period,
      amount: minus(pricePeriod(timeline, period), charged),
    }))
    .filter(({ amount }) => !isFree(amount))
}
