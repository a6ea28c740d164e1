import { daysInclusive } from '../kernel/index.ts'
import type { BillingPeriod } from './billing-period.ts'
import { type PeriodPrice, earned, free, minus, plus, shareBeyond, whole } from './period-price.ts'
import type { EndingRule, Segment, ShortRateShare, Timeline } from './timeline.ts'

/** Days of a billing period during which nothing changes, and what they cost. */
export interface Slice<Held extends Segment = Segment> {
  readonly segment: Held
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  readonly cost: PeriodPrice
}

/** What a billing period costs under a timeline. */
export function pricePeriod(timeline: Timeline, period: BillingPeriod): PeriodPrice {
  return sumOf(slicePeriod(timeline, period))
}

/** What it costs and why: a slice for each segment that has days in the period. */
export function slicePeriod<Held extends Segment>(
  timeline: Timeline<Held>,
  period: BillingPeriod,
): Slice<Held>[] {
  const kept = cut(timeline.segments, period)
  const due = kept.map((slice) => (slice.segment.kind === 'ended' ? atNoCost(slice) : slice))
  if (timeline.ending === null) return due
  if (timeline.ending.method === 'free_look') return kept.map(atNoCost)
  return endsIn(timeline, period) ? settleEnding(timeline.ending, kept, due) : due
}

/** The days of each segment in the period. Those after a cancellation cost here what cover would. */
function cut<Held extends Segment>(
  segments: readonly Held[],
  period: BillingPeriod,
): Slice<Held>[] {
  const slices: Slice<Held>[] = []
  for (const [n, segment] of segments.entries()) {
    const next = segments[n + 1]
    const firstDay = later(segment.firstDay, period.firstDay)
    const lastDay =
      next === undefined ? period.lastDay : earlier(dayBefore(next.firstDay), period.lastDay)
    if (Temporal.PlainDate.compare(firstDay, lastDay) > 0) continue
    const until = (day: Temporal.PlainDate) =>
      earned(segment.price, daysInclusive(period.firstDay, day), period.wholeDays)
    const cost = segment.kind === 'gap' ? free : minus(until(lastDay), until(dayBefore(firstDay)))
    slices.push({ segment, firstDay, lastDay, cost })
  }
  return slices
}

/** Whether the last day of cover lies in the period. One that never began ends in the first. */
function endsIn(timeline: Timeline, period: BillingPeriod): boolean {
  const ended = timeline.segments.find(({ kind }) => kind === 'ended')
  if (ended === undefined) return false
  if (ended === timeline.segments[0]) return isWithin(ended.firstDay, period)
  return isWithin(dayBefore(ended.firstDay), period)
}

/** Adds what is kept of the days that are left in the period in which cover ends. */
function settleEnding<Held extends Segment>(
  rule: Exclude<EndingRule, { method: 'free_look' }>,
  kept: Slice<Held>[],
  due: Slice<Held>[],
): Slice<Held>[] {
  const first = due.findIndex(({ segment }) => segment.kind === 'ended')
  const ended = due[first]
  if (ended === undefined) return due
  switch (rule.method) {
    case 'pro_rata':
      return due
    case 'none':
      return kept
    case 'full_before_start':
      return first === 0 ? due : kept
    case 'short_rate': {
      const coveredDays = due
        .slice(0, first)
        .reduce((days, slice) => days + daysInclusive(slice.firstDay, slice.lastDay), 0)
      const share = shareAfter(rule.shares, coveredDays)
      const cost = shareBeyond(sumOf(kept), share, sumOf(due))
      return due.with(first, { ...ended, cost })
    }
  }
}

/** The share that is kept after so many days of cover; of none, nothing is unless the table says so. */
function shareAfter(shares: readonly ShortRateShare[], coveredDays: number): number {
  const row = shares.find(({ days }) => coveredDays <= days)
  if (coveredDays === 0) return row?.days === 0 ? row.share : 0
  return row?.share ?? whole
}

function atNoCost<Held extends Segment>(slice: Slice<Held>): Slice<Held> {
  return { ...slice, cost: free }
}

function sumOf(slices: readonly Slice[]): PeriodPrice {
  return slices.reduce((sum, { cost }) => plus(sum, cost), free)
}

function isWithin(day: Temporal.PlainDate, { firstDay, lastDay }: BillingPeriod): boolean {
  return later(day, firstDay) === day && earlier(day, lastDay) === day
}

function dayBefore(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: 1 })
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) >= 0 ? one : other
}

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) <= 0 ? one : other
}
