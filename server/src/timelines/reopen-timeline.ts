import type { Segment, Term, Timeline } from './timeline.ts'

/** Days without cover, first and last included. */
interface Gap {
  readonly firstDay: Temporal.PlainDate
  readonly lastDay: Temporal.PlainDate
}

/**
 * The timeline after a reinstatement: as it was before the cancellation, but for the days of the gap,
 * which are not insured and cost nothing.
 */
export function reopenTimeline<Held extends Segment, Sold extends Term>(
  before: Timeline<Held, Sold>,
  gap: Gap | null,
): Timeline<Held, Sold> {
  if (gap === null) return before
  const afterGap = gap.lastDay.add({ days: 1 })
  const segments = before.segments.flatMap((segment, n) => {
    const next = before.segments[n + 1]?.firstDay ?? null
    const lasts = (day: Temporal.PlainDate) =>
      isBefore(segment.firstDay, day) && (next === null || isBefore(day, next))
    const cuts = [segment.firstDay, ...[gap.firstDay, afterGap].filter(lasts)]
    return cuts.map((firstDay): Held => {
      const isGap = !isBefore(firstDay, gap.firstDay) && isBefore(firstDay, afterGap)
      return { ...segment, firstDay, kind: isGap ? 'gap' : segment.kind }
    })
  })
  return { ...before, segments }
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
