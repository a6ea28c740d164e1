import type { PolicySegment, PolicyTimeline } from '../policies/index.ts'

/**
 * What a timeline says of the day that a document tells of: the segment that holds then, or the first
 * where the day lies before all of them. Days without cover tell of what comes after them.
 */
export function shownSegment(timeline: PolicyTimeline, day: Temporal.PlainDate): PolicySegment {
  const { segments } = timeline
  const at = segments.findLastIndex(({ firstDay }) => isUntil(firstDay, day))
  const found = segments.slice(Math.max(0, at)).find(({ kind }) => kind !== 'gap')
  const segment = found ?? segments.findLast(({ kind }) => kind !== 'gap')
  if (segment === undefined) throw new Error('a timeline has a day that is no gap')
  return segment
}

/** The term of that day, or the first. */
export function shownTerm(
  { terms }: PolicyTimeline,
  day: Temporal.PlainDate,
): PolicyTimeline['terms'][number] {
  const term = terms.findLast(({ firstDay }) => isUntil(firstDay, day)) ?? terms[0]
  if (term === undefined) throw new Error('a timeline has a term')
  return term
}

function isUntil(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0
}
