import type { PolicySegment, PolicyTimeline } from '../policies/index.ts'

/**
 * The segment of a timeline on the day of a document, or the first segment where the day lies before
 * all of them. A day without cover shows the segment that comes after it.
 */
export function shownSegment(timeline: PolicyTimeline, day: Temporal.PlainDate): PolicySegment {
  const { segments } = timeline
  const at = segments.findLastIndex(({ firstDay }) => isUntil(firstDay, day))
  const found = segments.slice(Math.max(0, at)).find(({ kind }) => kind !== 'gap')
  const segment = found ?? segments.findLast(({ kind }) => kind !== 'gap')
  if (segment === undefined) throw new Error('a timeline has a day that is no gap')
  return segment
}

function isUntil(day: Temporal.PlainDate, last: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, last) <= 0
}
