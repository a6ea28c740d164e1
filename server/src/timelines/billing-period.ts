import { daysInclusive, lastDayOf } from '../kernel/index.ts'
import { paymentsPerYear } from '../products/index.ts'
import type { Term } from './timeline.ts'

/** Days for which one payment is asked. */
export interface BillingPeriod {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  /** Over how many days a whole price is spread: more than it lasts where the term ends early. */
  readonly wholeDays: number
  /** How many of these days lie before the first one: more than 0 where a plan begins within a period of its own. */
  readonly daysBefore: number
}

/**
 * The billing periods of a term that begin on `until` or before. A single payment pays for the
 * whole term, or for the first year of one whose end is open. The periods of every plan are counted from
 * the start of the term: the first one of a plan that begins later may be cut.
 */
export function periodsOf(term: Term, until: Temporal.PlainDate): BillingPeriod[] {
  const { planChanges = [] } = term
  if (planChanges.length === 0) return wholePeriods(term, until)
  const plans = [term, ...planChanges]
  return plans.flatMap(({ firstDay, frequency }, n) => {
    const last = plans[n + 1]?.firstDay.subtract({ days: 1 }) ?? null
    return wholePeriods({ ...term, frequency }, until).flatMap((period) => {
      const cut = cutPeriod(period, firstDay, last)
      return cut === null || isBefore(until, cut.firstDay) ? [] : [cut]
    })
  })
}

/** The days of a period that lie between two days; null where there are none. */
function cutPeriod(
  period: BillingPeriod,
  first: Temporal.PlainDate,
  last: Temporal.PlainDate | null,
): BillingPeriod | null {
  const firstDay = isBefore(period.firstDay, first) ? first : period.firstDay
  const lastDay = last !== null && isBefore(last, period.lastDay) ? last : period.lastDay
  if (isBefore(lastDay, firstDay)) return null
  const daysBefore = daysInclusive(period.firstDay, firstDay) - 1
  return { ...period, firstDay, lastDay, daysBefore }
}

/** The periods of a term that has the same plan on all of its days. */
function wholePeriods(term: Term, until: Temporal.PlainDate): BillingPeriod[] {
  const periods: BillingPeriod[] = []
  let firstDay = term.firstDay
  while (Temporal.PlainDate.compare(firstDay, until) <= 0) {
    const period = periodFrom(term, firstDay, periods.length + 1)
    periods.push(period)
    if (term.frequency === null || term.lastDay?.equals(period.lastDay) === true) break
    firstDay = period.lastDay.add({ days: 1 })
  }
  return periods
}

/** The period of that number, which begins on this day. Its end is counted from the term's start. */
function periodFrom(term: Term, firstDay: Temporal.PlainDate, number: number): BillingPeriod {
  if (term.frequency === null) {
    return wholePeriod(firstDay, term.lastDay ?? lastDayOf(firstDay, { years: 1 }))
  }
  const wholeUntil = lastDayOf(term.firstDay, {
    months: (12 / paymentsPerYear[term.frequency]) * number,
  })
  const restDays = term.lastDay === null ? Infinity : daysInclusive(wholeUntil, term.lastDay) - 1
  // One day more is no period of its own.
  if (term.lastDay === null || restDays > 1) return wholePeriod(firstDay, wholeUntil)
  // A term that is shorter than its first period costs what was quoted for it.
  if (restDays >= 0 || number === 1) return wholePeriod(firstDay, term.lastDay)
  return { ...wholePeriod(firstDay, wholeUntil), lastDay: term.lastDay }
}

function wholePeriod(firstDay: Temporal.PlainDate, lastDay: Temporal.PlainDate): BillingPeriod {
  return { firstDay, lastDay, wholeDays: daysInclusive(firstDay, lastDay), daysBefore: 0 }
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
