import { daysInclusive, lastDayOf, proRata } from '../kernel/index.ts'
import type { PlanFrequency, RefundMethod } from '../products/index.ts'

export interface CancelledCover {
  readonly amountPaid: number
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  /** The last day of cover; before the start when cover never began. */
  readonly terminationDay: Temporal.PlainDate
  readonly frequency: PlanFrequency | null
}

/** What is given back after a cancellation, in whole minor units. */
export function decideRefund(method: RefundMethod, cover: CancelledCover): number {
  const neverBegan = Temporal.PlainDate.compare(cover.terminationDay, cover.startDay) < 0
  switch (method) {
    case 'none':
      return 0
    case 'full_before_start':
      return neverBegan ? cover.amountPaid : 0
    case 'pro_rata': {
      const paidUntil = cover.endDay ?? endOfPaidPeriod(cover)
      const wholeDays = daysInclusive(cover.startDay, paidUntil)
      const usedDays = Math.max(0, daysInclusive(cover.startDay, cover.terminationDay))
      return proRata(cover.amountPaid, Math.min(usedDays, wholeDays), wholeDays).rest
    }
  }
}

const periods: Readonly<Record<PlanFrequency, Temporal.DurationLike>> = {
  month: { months: 1 },
  quarter: { months: 3 },
  half_year: { months: 6 },
  year: { years: 1 },
}

/** Where the end is open, a payment pays for one period of the plan, or for a year. */
function endOfPaidPeriod(cover: CancelledCover): Temporal.PlainDate {
  return lastDayOf(cover.startDay, periods[cover.frequency ?? 'year'])
}
