import type { EndingRule, Segment, Term, Timeline } from './timeline.ts'

/**
 * The timeline after a cancellation: all days after the last one have ended, and keep their prices.
 * A last day before the first means that cover never begins. What was a gap stays one.
 */
export function endTimeline<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  lastDay: Temporal.PlainDate,
  rule: EndingRule,
): Timeline<Held, Sold> {
  const segments = timeline.segments.flatMap((segment, n) => {
    const next = timeline.segments[n + 1]
    if (!isAfter(segment.firstDay, lastDay)) {
      const isCut = next === undefined || isAfter(next.firstDay, lastDay.add({ days: 1 }))
      return isCut
        ? [segment, ended({ ...segment, firstDay: lastDay.add({ days: 1 }) })]
        : [segment]
    }
    return [ended(segment)]
  })
  return { ...timeline, segments, ending: { lastDay, rule } }
}

function ended<Held extends Segment>(segment: Held): Held {
  return segment.kind === 'gap' ? segment : { ...segment, kind: 'ended' }
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0
}
