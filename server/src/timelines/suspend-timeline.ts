import type { Segment, SegmentKind, Term, Timeline } from './timeline.ts'

/** The timeline after a suspension: from its day on there is no cover, at the same price. */
export function suspendTimeline<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  day: Temporal.PlainDate,
): Timeline<Held, Sold> {
  return turnFrom(timeline, day, 'cover', 'suspended')
}

/** The timeline after a suspension was lifted: from a day on what was suspended is covered again. */
export function resumeTimeline<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  day: Temporal.PlainDate,
): Timeline<Held, Sold> {
  return turnFrom(timeline, day, 'suspended', 'cover')
}

/** The first of the days in a row, up to this one, on which cover is suspended; null where it is not. */
export function suspendedSince(
  { segments }: Timeline,
  day: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const begun = segments.filter(({ firstDay }) => !isBefore(day, firstDay))
  const before = begun.findLastIndex(({ kind }) => kind !== 'suspended')
  return begun[before + 1]?.firstDay ?? null
}

function turnFrom<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  day: Temporal.PlainDate,
  from: SegmentKind,
  to: SegmentKind,
): Timeline<Held, Sold> {
  const segments = timeline.segments.flatMap((segment, n): Held[] => {
    if (segment.kind !== from) return [segment]
    if (!isBefore(segment.firstDay, day)) return [{ ...segment, kind: to }]
    const next = timeline.segments[n + 1]
    const isCut = next === undefined || isBefore(day, next.firstDay)
    return isCut ? [segment, { ...segment, firstDay: day, kind: to }] : [segment]
  })
  return { ...timeline, segments }
}

function isBefore(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) < 0
}
