import fc from 'fast-check'
import { expect, it } from 'vitest'
import { periodsOf } from './billing-period.ts'
import { chargeAgain } from './charge.ts'
import { nextPeriod } from './next-period.ts'
import { nextTerm } from './next-term.ts'
import { pricePeriod } from './price-period.ts'
import { renewTimeline } from './renew-timeline.ts'
import { somePrice, someTimeline } from './some-timeline.ts'
import type { Timeline } from './timeline.ts'

const someRenewable = someTimeline
  .map(({ terms: [term], segments, ending }) => {
    const lastDay = term.lastDay ?? term.firstDay.add({ days: 364 })
    const held = segments.filter(
      ({ firstDay }) => Temporal.PlainDate.compare(firstDay, lastDay) <= 0,
    )
    return { term: { ...term, lastDay }, segments: held, ending }
  })
  .map(({ term, segments, ending }) => ({ term, timeline: { terms: [term], segments, ending } }))

const periodsOfAll = ({ terms }: Timeline) =>
  terms.flatMap((term) => periodsOf(term, term.lastDay ?? term.firstDay))

it('a renewal leaves the money of earlier terms as it was, and its own periods cost its own price', () => {
  fc.assert(
    fc.property(someRenewable, somePrice, ({ term, timeline }, price) => {
      const charged = periodsOfAll(timeline).map((period) => ({
        period,
        charged: pricePeriod(timeline, period),
      }))
      const days = nextTerm(term, null)
      const renewed = renewTimeline(timeline, { ...term, ...days }, { price })
      expect(chargeAgain(renewed, charged)).toEqual([])
      const [first] = periodsOf({ ...term, ...days }, days.firstDay)
      expect(pricePeriod(renewed, first!)).toEqual(price)
      if (price.payment > 0) {
        expect(nextPeriod(renewed, charged)?.firstDay.equals(days.firstDay)).toBe(true)
      }
    }),
  )
})

it('a segment begins with the term, and terms follow each other', () => {
  fc.assert(
    fc.property(someRenewable, somePrice, ({ term, timeline }, price) => {
      const days = nextTerm(term, null)
      const renewed = renewTimeline(timeline, { ...term, ...days }, { price })
      const starts = renewed.segments.map(({ firstDay }) => firstDay.toString())
      expect(starts).toContain(days.firstDay.toString())
      expect(starts).toEqual(starts.toSorted())
      expect(() => renewTimeline(renewed, { ...term, ...days }, { price })).toThrow('the term')
    }),
  )
})
