import { lastDayOf } from '../kernel/index.ts'
import type { Cover } from './cover.ts'
import type { PlanFrequency } from './product-definition.ts'

export const paymentsPerYear: Readonly<Record<PlanFrequency, number>> = {
  month: 12,
  quarter: 4,
  half_year: 2,
  year: 1,
}

/** How many payments a plan asks for over days of cover; null while these have no end. */
export function paymentsIn(
  { startDay, endDay }: Pick<Cover, 'startDay' | 'endDay'>,
  frequency: PlanFrequency,
): number | null {
  if (endDay === null) return null
  const months = 12 / paymentsPerYear[frequency]
  const lastBut1 = endDay.subtract({ days: 1 }) // A rest of one day belongs to the last period.
  let count = 1
  while (isBefore(lastDayOf(startDay, { months: months * count }), lastBut1)) count += 1
  return count
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
