import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CoverOnDay, coverOnDay } from './cover-on-day.ts'
import { endTimeline } from './end-timeline.ts'
import { free } from './period-price.ts'
import { someDay, someTimeline } from './some-timeline.ts'
import type { SegmentKind, Timeline } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const segment = (firstDay: string, kind: SegmentKind) => ({
  firstDay: day(firstDay),
  kind,
  price: free,
})
const shown = ({ state, firstDay, lastDay }: CoverOnDay) => [
  state,
  firstDay?.toString() ?? null,
  lastDay?.toString() ?? null,
]

/** A year that was endorsed, and suspended for ten days. */
const year: Timeline = {
  terms: [{ firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency: null }],
  segments: [
    segment('2027-01-01', 'cover'),
    segment('2027-03-01', 'cover'),
    segment('2027-06-01', 'suspended'),
    segment('2027-06-11', 'cover'),
  ],
  ending: null,
}
const on = (timeline: Timeline, text: string) =>
  shown(coverOnDay(timeline, day('2027-12-31'), day(text)))

describe('cover on a day', () => {
  it('has not begun before the first day, and has ended after the last', () => {
    expect(on(year, '2026-12-31')).toEqual(['not_begun', null, '2026-12-31'])
    expect(on(year, '2027-12-31')).toEqual(['covered', '2027-06-11', '2027-12-31'])
    expect(on(year, '2028-01-01')).toEqual(['ended', '2028-01-01', null])
  })

  it('lasts over an endorsement, and is interrupted by a suspension', () => {
    expect(on(year, '2027-02-28')).toEqual(['covered', '2027-01-01', '2027-05-31'])
    expect(on(year, '2027-03-01')).toEqual(['covered', '2027-01-01', '2027-05-31'])
    expect(on(year, '2027-06-10')).toEqual(['suspended', '2027-06-01', '2027-06-10'])
  })

  it('is open where nothing ends it', () => {
    expect(shown(coverOnDay(year, null, day('2035-01-01')))).toEqual([
      'covered',
      '2027-06-11',
      null,
    ])
  })

  it('ends with a cancellation, though gaps before it stay in the timeline', () => {
    const gap = [segment('2027-08-01', 'gap'), segment('2027-08-21', 'cover')]
    const gapped = { ...year, segments: [...year.segments, ...gap] }
    expect(on(gapped, '2027-08-20')).toEqual(['gap', '2027-08-01', '2027-08-20'])
    const ended = endTimeline(gapped, day('2027-07-15'), { method: 'pro_rata' })
    for (const text of ['2027-07-16', '2027-08-10', '2027-08-21', '2028-06-01']) {
      expect(on(ended, text)).toEqual(['ended', '2027-07-16', null])
    }
  })

  it('never begins where the policy is cancelled before its first day', () => {
    const ended = endTimeline(year, day('2026-12-20'), { method: 'pro_rata' })
    expect(on(ended, '2026-12-20')).toEqual(['not_begun', null, '2026-12-20'])
    expect(on(ended, '2026-12-25')).toEqual(['ended', '2026-12-21', null])
    expect(on(ended, '2027-01-01')).toEqual(['ended', '2026-12-21', null])
  })
})

/** Timelines with an end or without, of which some were cancelled on any day. */
const someLife = fc
  .record({ timeline: someTimeline, cancelledOn: fc.option(someDay), day: someDay })
  .map(({ timeline, cancelledOn, day: asked }) => ({
    asked,
    soldUntil: timeline.terms[0].lastDay,
    timeline:
      cancelledOn === null ? timeline : endTimeline(timeline, cancelledOn, { method: 'pro_rata' }),
  }))

describe('for every timeline and day', () => {
  it('all days from the first to the last have the state, and their neighbours another', () => {
    fc.assert(
      fc.property(someLife, fc.nat(), ({ timeline, soldUntil, asked }, drawn) => {
        const cover = (one: Temporal.PlainDate) => coverOnDay(timeline, soldUntil, one)
        const { state, firstDay, lastDay } = cover(asked)
        const from = firstDay ?? asked.subtract({ days: 400 })
        const until = lastDay ?? asked.add({ days: 400 })
        const days = from.until(until).days
        expect(days).toBeGreaterThanOrEqual(0)
        const between = from.add({ days: drawn % (days + 1) })
        for (const one of [from, until, between]) {
          expect(shown(cover(one))).toEqual(shown({ state, firstDay, lastDay }))
        }
        const before = firstDay?.subtract({ days: 1 })
        const after = lastDay?.add({ days: 1 })
        if (before !== undefined) {
          expect(cover(before).state).not.toBe(state)
          expect(cover(before).lastDay?.toString()).toBe(before.toString())
        }
        if (after !== undefined) {
          expect(cover(after).state).not.toBe(state)
          expect(cover(after).firstDay?.toString()).toBe(after.toString())
        }
      }),
    )
  })

  it('a day is covered exactly where its segment is cover, sold and not cancelled', () => {
    fc.assert(
      fc.property(someLife, ({ timeline, soldUntil, asked }) => {
        const held = timeline.segments.findLast(
          ({ firstDay }) => Temporal.PlainDate.compare(firstDay, asked) <= 0,
        )
        const isSold = soldUntil === null || Temporal.PlainDate.compare(asked, soldUntil) <= 0
        const { state } = coverOnDay(timeline, soldUntil, asked)
        expect(state === 'covered').toBe(held?.kind === 'cover' && isSold)
      }),
    )
  })
})
