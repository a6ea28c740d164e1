import { resumeTimeline, suspendTimeline } from './suspend-timeline.ts'
import type { Segment, Term, Timeline } from './timeline.ts'

/**
 * The timeline after a revival: as it was before the lapse, but from the day on which that had ended it to
 * the day before `day` cover is suspended, at its price.
 */
export function reviveTimeline<Held extends Segment, Sold extends Term>(
  before: Timeline<Held, Sold>,
  endedFrom: Temporal.PlainDate,
  day: Temporal.PlainDate,
): Timeline<Held, Sold> {
  const isSuspended = Temporal.PlainDate.compare(endedFrom, day) < 0
  return resumeTimeline(isSuspended ? suspendTimeline(before, endedFrom) : before, day)
}
