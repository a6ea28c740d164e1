import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodsOf } from './billing-period.ts'
import { segmentOn } from './endorse-timeline.ts'
import { endTimeline } from './end-timeline.ts'
import { pricePeriod } from './price-period.ts'
import { renewTimeline } from './renew-timeline.ts'
import { someTimeline } from './some-timeline.ts'
import { resumeTimeline, suspendTimeline, suspendedSince } from './suspend-timeline.ts'
import type { Timeline } from './timeline.ts'

const someDays = fc.record({
  timeline: someTimeline,
  from: fc.integer({ min: 0, max: 400 }),
  days: fc.integer({ min: 0, max: 200 }),
})
const dayOf = ({ terms: [term] }: Timeline, n: number) => {
  if (term === undefined) throw new Error('a timeline has a term')
  return term.firstDay.add({ days: n })
}
const kindOn = (timeline: Timeline, n: number) => segmentOn(timeline, dayOf(timeline, n)).kind
const costs = (timeline: Timeline) => {
  const [term] = timeline.terms
  if (term === undefined) throw new Error('a timeline has a term')
  return periodsOf(term, term.firstDay.add({ days: 700 })).map((one) => pricePeriod(timeline, one))
}

describe('a suspension', () => {
  it('takes cover from its day on until it is lifted, and moves no cent', () => {
    fc.assert(
      fc.property(someDays, ({ timeline, from, days }) => {
        const taken = suspendTimeline(timeline, dayOf(timeline, from))
        const lifted = resumeTimeline(taken, dayOf(timeline, from + days))
        expect(costs(taken)).toEqual(costs(timeline))
        expect(costs(lifted)).toEqual(costs(timeline))
        for (const n of [0, from - 1, from, from + days - 1, from + days, 600]) {
          if (n < 0) continue
          const before = kindOn(timeline, n)
          const isOut = n >= from && before === 'cover'
          expect(kindOn(taken, n)).toBe(isOut ? 'suspended' : before)
          if (n >= from + days) expect(kindOn(lifted, n)).toBe(before === 'gap' ? 'gap' : 'cover')
          else expect(kindOn(lifted, n)).toBe(kindOn(taken, n))
        }
      }),
    )
  })

  it('began on the first of the days in a row that have no cover', () => {
    fc.assert(
      fc.property(someDays, ({ timeline, from, days }) => {
        const since = suspendedSince(timeline, dayOf(timeline, from + days))
        const all = Array.from({ length: from + days + 1 }, (_, n) => kindOn(timeline, n))
        const last = all.findLastIndex((kind) => kind !== 'suspended')
        const first = last === all.length - 1 ? null : dayOf(timeline, last + 1)
        expect(since?.toString()).toBe(first?.toString())
      }),
    )
  })

  it('that ends in a lapse with its last day of cover costs nothing', () => {
    fc.assert(
      fc.property(someDays, ({ timeline, from }) => {
        const first = dayOf(timeline, from + 1)
        const lapse = (one: Timeline) =>
          costs(endTimeline(one, first.subtract({ days: 1 }), { method: 'pro_rata' }))
        expect(lapse(suspendTimeline(timeline, first))).toEqual(lapse(timeline))
      }),
    )
  })

  it('goes on in the next term', () => {
    const price = { payment: 100, tax: 0, fee: 0, commission: 0 }
    const day = (text: string) => Temporal.PlainDate.from(text)
    const term = { firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency: null }
    const sold: Timeline = {
      terms: [term],
      segments: [{ firstDay: term.firstDay, kind: 'cover', price }],
      ending: null,
    }
    const next = { ...term, firstDay: day('2028-01-01'), lastDay: day('2028-12-31') }
    const renewed = renewTimeline(suspendTimeline(sold, day('2027-12-01')), next, { price })
    expect(segmentOn(renewed, next.firstDay).kind).toBe('suspended')
    expect(suspendedSince(renewed, next.firstDay)?.toString()).toBe('2027-12-01')
  })
})
