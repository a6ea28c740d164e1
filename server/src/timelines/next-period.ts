import { type BillingPeriod, periodsOf } from './billing-period.ts'
import type { ChargedPeriod } from './charge.ts'
import { pricePeriod } from './price-period.ts'
import type { Timeline } from './timeline.ts'

/** The first period of the last term that is still to be charged and will cost something. */
export function nextPeriod(
  timeline: Timeline,
  charged: readonly ChargedPeriod[],
): BillingPeriod | null {
  const term = timeline.terms.at(-1)
  const lastSegment = timeline.segments.at(-1)
  const [last] = charged
    .map(({ period }) => period.lastDay)
    .toSorted((one, other) => Temporal.PlainDate.compare(other, one))
  if (term === undefined || lastSegment === undefined || last === undefined) return null
  const next = last.add({ days: 1 })
  const isAfter = Temporal.PlainDate.compare(lastSegment.firstDay, next) > 0
  // From the last segment on, all periods are alike.
  const periods = periodsOf(term, isAfter ? lastSegment.firstDay : next)
  return (
    periods.find(
      (period) =>
        Temporal.PlainDate.compare(period.firstDay, next) >= 0 &&
        pricePeriod(timeline, period).payment > 0,
    ) ?? null
  )
}
