import fc from 'fast-check'
import { expect, it } from 'vitest'
import { periodsOf } from './billing-period.ts'
import { free, plus } from './period-price.ts'
import { pricePeriod } from './price-period.ts'
import { partsByTax } from './slices-by-tax.ts'
import { someTimeline } from './some-timeline.ts'

it('the parts of a period by rates of tax sum to its price, each rate once', () => {
  fc.assert(
    fc.property(someTimeline, fc.integer({ min: 1, max: 3 }), (timeline, rates) => {
      const [term] = timeline.terms
      for (const period of periodsOf(term, term.firstDay.add({ days: 700 }))) {
        const rateOf = ({ firstDay }: { firstDay: Temporal.PlainDate }) => firstDay.day % rates
        const parts = partsByTax(timeline, period, rateOf)
        const { payment, tax } = parts.reduce((sum, { cost }) => plus(sum, cost), free)
        const price = pricePeriod(timeline, period)
        expect([payment, tax]).toEqual([price.payment, price.tax])
        expect(new Set(parts.map(({ rate }) => rate)).size).toBe(parts.length)
      }
    }),
  )
})
