import type { Segment, Term, Timeline } from './timeline.ts'

/** The timeline after a renewal: one more term, with the data and the price that hold from its first day. */
export function renewTimeline<Held extends Segment, Sold extends Term>(
  before: Timeline<Held, Sold>,
  term: Sold,
  held: Omit<Held, 'firstDay' | 'kind'>,
): Timeline<Held, Sold> {
  const { terms, segments, ending } = before
  const last = segments.at(-1)
  if (last === undefined || ending !== null) throw new Error('only what has not ended is renewed')
  if (terms.at(-1)?.lastDay?.add({ days: 1 }).equals(term.firstDay) !== true) {
    throw new Error(`the term before does not end on the day before ${term.firstDay}`)
  }
  if (Temporal.PlainDate.compare(last.firstDay, term.firstDay) >= 0) {
    throw new Error(`something begins after the end of the term before ${term.firstDay}`)
  }
  // Who has not paid has no cover in the next term either, until he pays.
  const kind = last.kind === 'suspended' ? 'suspended' : 'cover'
  const renewed: Held = { ...last, ...held, firstDay: term.firstDay, kind }
  return { ...before, terms: [...terms, term], segments: [...segments, renewed] }
}
