import type { PlanChange, Segment, Term, Timeline } from './timeline.ts'

/** Whether another segment begins after this day, so that an endorsement is more than a simple cut. */
export function hasLaterSegments(timeline: Timeline, day: Temporal.PlainDate): boolean {
  return timeline.segments.some(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) > 0)
}

/** The timeline after an endorsement: from its day on, other data or another price holds. */
export function endorseTimeline<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  day: Temporal.PlainDate,
  changes: Partial<Omit<Held, 'firstDay' | 'kind'>>,
): Timeline<Held, Sold> {
  if (hasLaterSegments(timeline, day)) {
    throw new Error(`something else begins after ${day}: all steps have to be applied again`)
  }
  const held = timeline.segments.at(-1)
  if (held === undefined) throw new Error('a timeline without a segment')
  const kept = timeline.segments.filter(
    ({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) < 0,
  )
  return { ...timeline, segments: [...kept, { ...held, ...changes, firstDay: day }] }
}

/** The segment that holds on a day: before the first day the first one, after the end the last. */
export function segmentOn<Held extends Segment>(
  { segments }: Timeline<Held>,
  day: Temporal.PlainDate,
): Held {
  const held =
    segments.findLast(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) <= 0) ??
    segments[0]
  if (held === undefined) throw new Error('a timeline without a segment')
  return held
}

/** The term that a day lies in: before the first day the first one, after the end the last. */
export function termOn<Sold extends Term>(
  { terms }: Timeline<Segment, Sold>,
  day: Temporal.PlainDate,
): Sold {
  const sold =
    terms.findLast(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) <= 0) ?? terms[0]
  if (sold === undefined) throw new Error('a timeline without a term')
  return sold
}

/** The plan that holds on a day, and since when. */
export function planOn(
  timeline: Timeline<Segment, Term & Pick<PlanChange, 'planId'>>,
  day: Temporal.PlainDate,
): PlanChange {
  return planIn(termOn(timeline, day), day)
}

/** The same within a term. */
export function planIn(
  term: Term & Pick<PlanChange, 'planId'>,
  day: Temporal.PlainDate,
): PlanChange {
  const { firstDay, planId, frequency, planChanges = [] } = term
  const held = planChanges.findLast((one) => Temporal.PlainDate.compare(one.firstDay, day) <= 0)
  return held ?? { firstDay, planId, frequency }
}

/** The first day after this one on which something else begins, if there is one. */
export function nextCut(
  { segments }: Timeline,
  day: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const next = segments.find(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) > 0)
  return next?.firstDay ?? null
}
