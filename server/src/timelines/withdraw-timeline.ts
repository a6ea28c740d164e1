import { endTimeline } from './end-timeline.ts'
import type { Segment, Term, Timeline } from './timeline.ts'

/**
 * The timeline after a withdrawal, whatever ended it before. Where the customer agreed to earlier cover, the
 * days up to the last one stay and cost their part; else all days are void, as if nothing had been sold.
 */
export function withdrawTimeline<Held extends Segment, Sold extends Term>(
  timeline: Timeline<Held, Sold>,
  lastDay: Temporal.PlainDate,
  isVoid: boolean,
): Timeline<Held, Sold> {
  const rule = { method: 'withdrawal', isVoid } as const
  if (!isVoid) return endTimeline(timeline, lastDay, rule)
  const segments = timeline.segments.map((segment): Held => ({ ...segment, kind: 'void' }))
  return { ...timeline, segments, ending: { lastDay, rule } }
}

/** Whether nothing of what was sold holds any more, so that no credit waits for a later period. */
export function isWithdrawn({ ending }: Pick<Timeline, 'ending'>): boolean {
  return ending?.rule.method === 'withdrawal'
}
