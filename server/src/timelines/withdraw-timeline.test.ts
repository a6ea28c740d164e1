import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodsOf } from './billing-period.ts'
import { coverOnDay } from './cover-on-day.ts'
import { endTimeline } from './end-timeline.ts'
import { free } from './period-price.ts'
import { pricePeriod } from './price-period.ts'
import { someTimeline } from './some-timeline.ts'
import { withdrawTimeline } from './withdraw-timeline.ts'

const horizonDays = 600
const someDays = fc.integer({ min: -20, max: horizonDays })

describe('a withdrawal', () => {
  it('that leaves nothing costs nothing, and is void on every day', () => {
    fc.assert(
      fc.property(someTimeline, someDays, someDays, (timeline, last, asked) => {
        const [term] = timeline.terms
        const withdrawn = withdrawTimeline(timeline, term.firstDay.add({ days: last }), true)
        for (const period of periodsOf(term, term.firstDay.add({ days: horizonDays }))) {
          expect(pricePeriod(withdrawn, period)).toEqual(free)
        }
        const day = term.firstDay.add({ days: asked })
        expect(coverOnDay(withdrawn, term.lastDay, day)).toEqual({
          state: 'void',
          firstDay: null,
          lastDay: null,
        })
      }),
    )
  })

  it('of agreed cover costs what a cancellation pro rata does, whatever ended it before', () => {
    fc.assert(
      fc.property(someTimeline, someDays, fc.nat(300), (timeline, last, later) => {
        const [term] = timeline.terms
        const lastDay = term.firstDay.add({ days: last })
        const cancelled = endTimeline(timeline, lastDay.add({ days: later }), { method: 'none' })
        const withdrawn = withdrawTimeline(cancelled, lastDay, false)
        const proRata = endTimeline(timeline, lastDay, { method: 'pro_rata' })
        for (const period of periodsOf(term, term.firstDay.add({ days: horizonDays }))) {
          expect(pricePeriod(withdrawn, period)).toEqual(pricePeriod(proRata, period))
        }
      }),
    )
  })
})
