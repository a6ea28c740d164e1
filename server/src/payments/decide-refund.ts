import type { PlanFrequency, RefundMethod } from '../products/index.ts'
import { type Timeline, chargeAgain, endTimeline, free, periodsOf } from '../timelines/index.ts'

export interface CancelledCover {
  readonly amountPaid: number
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  /** The last day of cover; before the start when cover never began. */
  readonly terminationDay: Temporal.PlainDate
  readonly frequency: PlanFrequency | null
}

/**
 * What is given back after a cancellation, in whole minor units: what was paid for the first
 * billing period, less what the period costs under the timeline that has ended.
 */
export function decideRefund(method: RefundMethod, cover: CancelledCover): number {
  const timeline = endedTimeline(method, cover)
  const charged = { ...free, payment: cover.amountPaid }
  const periods = timeline.terms.flatMap((term) => periodsOf(term, cover.startDay))
  const charges = chargeAgain(
    timeline,
    periods.map((period) => ({ period, charged })),
  )
  return charges.reduce((refund, { amount }) => refund - amount.payment, 0)
}

function endedTimeline(method: RefundMethod, cover: CancelledCover): Timeline {
  const { startDay: firstDay, endDay: lastDay, frequency } = cover
  const price = { ...free, payment: cover.amountPaid }
  const sold: Timeline = {
    terms: [{ firstDay, lastDay, frequency }],
    segments: [{ firstDay, kind: 'cover', price }],
    ending: null,
  }
  return endTimeline(sold, cover.terminationDay, { method })
}
