import { isEarlier, lastDayOf } from '../kernel/index.ts'
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
  // Periods that end in months before the one of the last day need not be looked at.
  const monthsBetween = (endDay.year - startDay.year) * 12 + endDay.month - startDay.month
  let count = Math.max(1, Math.floor((monthsBetween - 1) / months))
  while (isEarlier(lastDayOf(startDay, { months: months * count }), lastBut1)) count += 1
  return count
}
