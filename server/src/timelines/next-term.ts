import { daysInclusive, lastDayOf } from '../kernel/index.ts'

/** The days of a term, first and last included. */
export interface TermDays {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/**
 * The term after this one, of the same length: as long as was agreed, where that was a duration; else
 * as many whole months, where the term has such; else as many days.
 */
export function nextTerm(term: TermDays, duration: Temporal.Duration | null): TermDays {
  const firstDay = term.lastDay.add({ days: 1 })
  const length = duration ??
    wholeMonths(term) ?? { days: daysInclusive(term.firstDay, term.lastDay) }
  return { firstDay, lastDay: lastDayOf(firstDay, length) }
}

function wholeMonths({ firstDay, lastDay }: TermDays): { readonly months: number } | null {
  const { months } = firstDay.until(lastDay.add({ days: 1 }), { largestUnit: 'months' })
  // From the end of a long month a month ends earlier than its days would say: 31 January to 28 February.
  const fitting = [months, months + 1].find(
    (count) => count > 0 && lastDayOf(firstDay, { months: count }).equals(lastDay),
  )
  return fitting === undefined ? null : { months: fitting }
}
