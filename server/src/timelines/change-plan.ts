import { periodsOf } from './billing-period.ts'
import type { ChargedPeriod } from './charge.ts'
import { termOn } from './endorse-timeline.ts'
import type { PlanChange, Segment, Term, Timeline } from './timeline.ts'

/** The terms after a change of plan, which holds to the end of its term whatever was requested for later. */
export function changePlan<Sold extends Term>(
  timeline: Timeline<Segment, Sold>,
  change: PlanChange,
): readonly Sold[] {
  const changed = termOn(timeline, change.firstDay)
  return timeline.terms.map((term) => {
    if (term !== changed) return term
    const kept = (term.planChanges ?? []).filter(({ firstDay }) =>
      isBefore(firstDay, change.firstDay),
    )
    return { ...term, planChanges: [...kept, change] }
  })
}

/** The longest period is a year. */
const lookAheadDays = 400

/**
 * The first day, from this one on, on which the plan can change: that of a period that is not charged yet.
 * Null where the policy has no such period to come.
 */
export function nextPlanDay(
  timeline: Timeline,
  charged: readonly Pick<ChargedPeriod, 'period'>[],
  from: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const term = timeline.terms.at(-1)
  if (term === undefined) return null
  const lastDay = timeline.ending?.lastDay ?? null
  const periods = periodsOf(term, from.add({ days: lookAheadDays }))
  const next = periods.find(
    ({ firstDay }) =>
      !isBefore(firstDay, from) &&
      charged.every(({ period }) => isBefore(period.lastDay, firstDay)),
  )
  if (next === undefined || (lastDay !== null && isBefore(lastDay, next.firstDay))) return null
  return next.firstDay
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
