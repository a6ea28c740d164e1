import type { BillingPeriod } from './billing-period.ts'
import { type PeriodPrice, free, plus } from './period-price.ts'
import { slicePeriod } from './price-period.ts'
import type { Segment, Timeline } from './timeline.ts'

/** What a period costs at one rate of tax. */
export interface TaxedPart<Rate> {
  readonly rate: Rate
  readonly cost: PeriodPrice
}

/** The price of a period by tax rate, in the order of its days. */
export function partsByTax<Held extends Segment, Rate>(
  timeline: Timeline<Held>,
  period: BillingPeriod,
  rateOf: (segment: Held) => Rate,
): TaxedPart<Rate>[] {
  const parts = new Map<Rate, PeriodPrice>()
  for (const { segment, cost } of slicePeriod(timeline, period)) {
    // Days that cost nothing are at no rate.
    if (cost.payment === 0 && cost.tax === 0) continue
    const rate = rateOf(segment)
    parts.set(rate, plus(parts.get(rate) ?? free, cost))
  }
  return [...parts].map(([rate, cost]) => ({ rate, cost }))
}
