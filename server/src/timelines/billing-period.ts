import { daysInclusive, lastDayOf } from '../kernel/index.ts'
import { paymentsPerYear } from '../products/index.ts'
import type { Term } from './timeline.ts'

/** Days for which one payment is asked. */
export interface BillingPeriod {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
  /** Over how many days a whole price is spread: more than it lasts where the term ends early. */
  readonly wholeDays: number
}

/**
 * The billing periods of a term that begin on `until` or before. A single payment pays for the
 * whole term, or for the first year of one whose end is open.
 */
export function periodsOf(term: Term, until: Temporal.PlainDate): BillingPeriod[] {
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
  return { firstDay, lastDay, wholeDays: daysInclusive(firstDay, lastDay) }
}
