import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodsOf } from './billing-period.ts'
import { endTimeline } from './end-timeline.ts'
import { free } from './period-price.ts'
import { pricePeriod } from './price-period.ts'
import { reopenTimeline } from './reopen-timeline.ts'
import { someDay, someTimeline } from './some-timeline.ts'
import type { Timeline } from './timeline.ts'

const firstDay = Temporal.PlainDate.from('2027-01-01')
const onDay = (n: number) => firstDay.add({ days: n - 1 })
const cover = (day: number, payment: number) =>
  ({ firstDay: onDay(day), kind: 'cover', price: { ...free, payment } }) as const

/** A year that was changed twice, and ends with day 200. */
const changed: Timeline = {
  terms: [{ firstDay, lastDay: onDay(365), frequency: null }],
  segments: [cover(1, 119_000), cover(50, 130_904), cover(100, 156_000)],
  ending: null,
}
const costOf = (timeline: Timeline) =>
  timeline.terms
    .flatMap((term) => periodsOf(term, term.firstDay))
    .reduce((sum, period) => sum + pricePeriod(timeline, period).payment, 0)

describe('a policy that is reinstated', () => {
  const ended = costOf(endTimeline(changed, onDay(200), { method: 'pro_rata' }))

  it('costs again what was given back', () => {
    expect(costOf(changed) - ended).toBe(70_521)
    expect(costOf(reopenTimeline(changed, null)) - ended).toBe(70_521)
  })

  it('costs nothing for the days of a gap', () => {
    const gap = { firstDay: onDay(201), lastDay: onDay(229) }
    const reopened = reopenTimeline(changed, gap)
    expect(reopened.segments.map((one) => [one.firstDay.dayOfYear, one.kind])).toEqual([
      [1, 'cover'],
      [50, 'cover'],
      [100, 'cover'],
      [201, 'gap'],
      [230, 'cover'],
    ])
    expect(costOf(reopened) - ended).toBe(58_126)
  })

  it('keeps what begins within a gap for the days after it', () => {
    const reopened = reopenTimeline(changed, { firstDay: onDay(40), lastDay: onDay(120) })
    expect(reopened.segments.map((one) => [one.firstDay.dayOfYear, one.kind])).toEqual([
      [1, 'cover'],
      [40, 'gap'],
      [50, 'gap'],
      [100, 'gap'],
      [121, 'cover'],
    ])
  })

  it('never costs more than before, whatever the gap, and all days outside of it are as they were', () => {
    fc.assert(
      fc.property(someTimeline, someDay, fc.nat(400), (timeline, first, days) => {
        const gap = { firstDay: first, lastDay: first.add({ days }) }
        const reopened = reopenTimeline(timeline, gap)
        expect(costOf(reopened)).toBeLessThanOrEqual(costOf(timeline))
        const kindOn = ({ segments }: Timeline, day: Temporal.PlainDate) =>
          segments.findLast((one) => Temporal.PlainDate.compare(one.firstDay, day) <= 0)?.kind
        for (const day of [first.subtract({ days: 1 }), gap.lastDay.add({ days: 1 })]) {
          expect(kindOn(reopened, day)).toBe(kindOn(timeline, day))
        }
      }),
    )
  })
})
