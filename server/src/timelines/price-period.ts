import { daysInclusive } from '../kernel/index.ts'
import type { BillingPeriod } from './billing-period.ts'
import {
  type PeriodPrice,
  earned,
  free,
  isFree,
  minus,
  plus,
  shareOf,
  whole,
} from './period-price.ts'
import type { ShortRate } from '../products/index.ts'
import { suspendedSince } from './suspend-timeline.ts'
import type { Ending, EndingRule, Segment, Timeline } from './timeline.ts'

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
  const { ending } = timeline
  if (ending === null) return due
  if (ending.rule.method === 'pro_rata' && ending.rule.waivesSuspension) {
    return waiveSuspension(due, suspendedSince(timeline, ending.lastDay))
  }
  if (!endsIn(timeline, ending, period)) return due
  const asLastDay = () => cut(priceAsLastDay(timeline.segments, ending), period)
  return settleEnding(ending.rule, hasBegun(timeline, ending), { kept, due, asLastDay })
}

/**
 * What of its price is earned by the end of a day: the price of its days up to that one. What is kept
 * of days after the end of cover insures nothing: it is earned with the last day of cover, or with the
 * first day of the period where cover never began.
 */
export function earnPeriod(
  timeline: Timeline,
  period: BillingPeriod,
  day: Temporal.PlainDate,
): PeriodPrice {
  if (!isReached(period.firstDay, day)) return free
  const hasEnded = timeline.ending !== null && isReached(timeline.ending.lastDay, day)
  return slicePeriod(timeline, period).reduce((sum, slice) => {
    const isEarned = slice.segment.kind === 'ended' ? hasEnded : isReached(slice.lastDay, day)
    if (isEarned) return plus(sum, slice.cost)
    const isBegun = isReached(slice.firstDay, day) && slice.segment.kind !== 'ended'
    // Days that were waived stay free, whatever their price is.
    if (!isBegun || isFree(slice.cost)) return sum
    return plus(sum, costOf(slice.segment, period, { firstDay: slice.firstDay, lastDay: day }))
  }, free)
}

/** The days of the suspension with which it ended cost nothing. */
function waiveSuspension<Held extends Segment>(
  slices: Slice<Held>[],
  since: Temporal.PlainDate | null,
): Slice<Held>[] {
  return slices.map((slice) => {
    const { kind, firstDay } = slice.segment
    const isWaived = kind === 'suspended' && since !== null && later(firstDay, since) === firstDay
    return isWaived ? atNoCost(slice) : slice
  })
}

/**
 * The days after the last one as that one: a price that would have begun later never did. Where cover
 * never began, the first day is meant.
 */
function priceAsLastDay<Held extends Segment>(
  segments: readonly Held[],
  { lastDay }: Ending,
): readonly Held[] {
  const last = segments.findLast(({ firstDay }) => earlier(firstDay, lastDay) === firstDay)
  const held = last ?? segments[0]
  return segments.map((segment) =>
    segment.kind !== 'ended' || held === undefined
      ? segment
      : { ...held, kind: segment.kind, firstDay: segment.firstDay },
  )
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
    const cost = costOf(segment, period, { firstDay, lastDay })
    slices.push({ segment, firstDay, lastDay, cost })
  }
  return slices
}

/** What some days of a segment cost. */
function costOf(
  { kind, price }: Segment,
  period: BillingPeriod,
  { firstDay, lastDay }: Pick<Slice, 'firstDay' | 'lastDay'>,
): PeriodPrice {
  if (kind === 'gap' || kind === 'void') return free
  const until = (day: Temporal.PlainDate) => {
    const days = period.daysBefore + daysInclusive(period.firstDay, day)
    return earned(price, days, period.wholeDays)
  }
  return minus(until(lastDay), until(dayBefore(firstDay)))
}

/** Whether there was a day of cover before the end. */
function hasBegun(timeline: Timeline, { lastDay }: Ending): boolean {
  return timeline.segments.some(
    ({ kind, firstDay }) => kind === 'cover' && earlier(firstDay, lastDay) === firstDay,
  )
}

/** Whether the last day of cover lies in the period. One that never began ends in the first. */
function endsIn(timeline: Timeline, ending: Ending, period: BillingPeriod): boolean {
  const first = timeline.segments[0]?.firstDay
  const day = hasBegun(timeline, ending) ? ending.lastDay : first
  return day !== undefined && isWithin(day, period)
}

/** Adds what is kept of the days that are left in the period in which cover ends. */
function settleEnding<Held extends Segment>(
  rule: EndingRule,
  hasBegun: boolean,
  {
    kept,
    due,
    asLastDay,
  }: {
    /** With the days that are left at the prices that they would have had. */
    readonly kept: Slice<Held>[]
    /** With the days that are left at no cost. */
    readonly due: Slice<Held>[]
    /** With the days that are left at the price of the last day. */
    readonly asLastDay: () => Slice<Held>[]
  },
): Slice<Held>[] {
  switch (rule.method) {
    case 'pro_rata':
    case 'withdrawal':
      return due
    case 'none':
      return asLastDay()
    case 'full_before_start':
      return hasBegun ? asLastDay() : due
    case 'short_rate': {
      const share = shareOf(sumOf(kept), shareAfter(rule.shares, coveredDays(due)))
      return raiseTo(share, due)
    }
  }
}

function coveredDays(slices: readonly Slice[]): number {
  return slices
    .filter(({ segment }) => segment.kind === 'cover')
    .reduce((days, { firstDay, lastDay }) => days + daysInclusive(firstDay, lastDay), 0)
}

/** Lets the first day that has ended cost what is missing to the least price; never less than due. */
function raiseTo<Held extends Segment>(least: PeriodPrice, due: Slice<Held>[]): Slice<Held>[] {
  const missing = minus(least, sumOf(due))
  const first = due.findIndex(({ segment }) => segment.kind === 'ended')
  const ended = due[first]
  if (ended === undefined || missing.payment <= 0) return due
  return due.with(first, { ...ended, cost: missing })
}

/** The share that is kept after so many days of cover; of none, nothing is unless the table says so. */
function shareAfter(shares: readonly ShortRate[], coveredDays: number): number {
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

function isReached(day: Temporal.PlainDate, on: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, on) <= 0
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
