import type { TaxRateChange } from '../pricing/index.ts'
import type { ChargedPeriod } from './charge.ts'
import { type BillingTerms, dueDayFrom, uncharged } from './periods-due.ts'
import type { Segment, TaxChange, Term, Timeline } from './timeline.ts'

/** The changes of tax by law that count on a day, in the order in which they replace rates. */
export function taxChangesOn(
  { taxChanges = [] }: Pick<Timeline, 'taxChanges'>,
  day: Temporal.PlainDate,
): readonly TaxRateChange[] {
  return taxChanges
    .filter(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) <= 0)
    .map(({ from, to }) => ({ from, to }))
}

export function areSame(
  one: readonly TaxRateChange[] = [],
  other: readonly TaxRateChange[] = [],
): boolean {
  return (
    one.length === other.length &&
    one.every(({ from, to }, n) => from === other[n]?.from && to === other[n].to)
  )
}

type BillingOf<Sold extends Term> = (term: Sold, day: Temporal.PlainDate) => BillingTerms
type Charged = readonly Pick<ChargedPeriod, 'period'>[]

/**
 * The first day of the first period that is not charged yet and is due on a day or after: what was
 * charged keeps its rate. Where no such period is sold it is the first day of the next term, or null where that is
 * due before, or never follows.
 */
export function taxDay<Sold extends Term>(
  timeline: Timeline<Segment, Sold>,
  charged: Charged,
  asked: {
    readonly day: Temporal.PlainDate
    readonly billingOf: BillingOf<Sold>
    readonly isRenewable: boolean
  },
): Temporal.PlainDate | null {
  const { day, billingOf, isRenewable } = asked
  for (const { period, dueDay } of uncharged(timeline, charged, { billingOf })) {
    if (!isBefore(dueDay, day)) return period.firstDay
  }
  const last = timeline.terms.at(-1)
  if (!isRenewable || timeline.ending !== null || last === undefined) return null
  const next = last.lastDay?.add({ days: 1 })
  if (next === undefined) return null
  const dueDay = dueDayFrom(next, billingOf(last, next).dueDay)
  return isBefore(dueDay, day) ? null : next
}

/** The timeline after a change of tax: its segments are cut on its first day, and get their price from `priceOf`. */
export function changeTax<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  change: TaxChange,
  priceOf: (held: Held) => Held,
): Timeline<Held, Sold> {
  const { firstDay } = change
  const taxChanges = [...(timeline.taxChanges ?? []), change]
  const lastDay = timeline.terms.at(-1)?.lastDay ?? null
  // The next term gets the rate when it is priced.
  if (lastDay !== null && isBefore(lastDay, firstDay)) return { ...timeline, taxChanges }
  const segments = timeline.segments.flatMap((segment, n): Held[] => {
    if (!isBefore(segment.firstDay, firstDay)) return [priceOf(segment)]
    const next = timeline.segments[n + 1]
    const isCut = next === undefined || isBefore(firstDay, next.firstDay)
    return isCut ? [segment, { ...priceOf(segment), firstDay }] : [segment]
  })
  return { ...timeline, taxChanges, segments }
}

/**
 * The changes of tax after a change of plan: its periods are others, so those that were to count later may
 * count from another day. None of its periods is charged yet.
 */
export function moveTaxChanges<Sold extends Term>(
  /** With the new plan. */
  timeline: Timeline<Segment, Sold>,
  planDay: Temporal.PlainDate,
  billingOf: BillingOf<Sold>,
): readonly TaxChange[] | undefined {
  const dayBefore = planDay.subtract({ days: 1 })
  const period = { firstDay: dayBefore, lastDay: dayBefore, wholeDays: 1, daysBefore: 0 }
  const charged = [{ period }]
  // One that was cancelled for later may be reinstated.
  const whole = { ...timeline, ending: null }
  return timeline.taxChanges?.map((change) => {
    if (!isBefore(planDay, change.firstDay)) return change
    const asked = { day: change.day, billingOf, isRenewable: true }
    return { ...change, firstDay: taxDay(whole, charged, asked) ?? change.firstDay }
  })
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
