import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BillingPeriod, periodsOf } from './billing-period.ts'
import { endTimeline } from './end-timeline.ts'
import { type PeriodPrice, free } from './period-price.ts'
import { earnPeriod, pricePeriod } from './price-period.ts'
import { someTimeline } from './some-timeline.ts'
import type { EndingRule, Timeline } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const firstDay = day('2027-01-01')
const lastDay = day('2027-12-31')
const year: BillingPeriod = { firstDay, lastDay, wholeDays: 365, daysBefore: 0 }
const price = { payment: 119_000, tax: 19_000, fee: 0, commission: 10_000 }
const sold: Timeline = {
  terms: [{ firstDay, lastDay, frequency: null }],
  segments: [{ firstDay, kind: 'cover', price }],
  ending: null,
}
const netOf = ({ payment, tax, fee }: PeriodPrice) => payment - tax - fee
const earnedOn = (timeline: Timeline, text: string) => netOf(earnPeriod(timeline, year, day(text)))

describe('a year for 1,190 euros', () => {
  it('has 915.07 unearned, net of tax, at the end of January', () => {
    expect(100_000 - earnedOn(sold, '2027-01-31')).toBe(91_507)
  })

  it('is not earned before it begins, and whole on its last day', () => {
    const days = ['2026-12-31', '2027-01-01', '2027-12-30', '2027-12-31', '2028-06-01']
    expect(days.map((text) => earnedOn(sold, text))).toEqual([0, 274, 99_726, 100_000, 100_000])
  })

  it.each<[EndingRule['method'], EndingRule, number]>([
    ['pro_rata', { method: 'pro_rata' }, 16_439],
    ['none', { method: 'none' }, 100_000],
    ['short_rate', { method: 'short_rate', shares: [{ days: 90, share: 5_000 }] }, 50_000],
  ])('that is cancelled has earned what %s keeps with the last day of cover', (_, rule, kept) => {
    const cancelled = endTimeline(sold, day('2027-03-01'), rule)
    const days = ['2027-02-28', '2027-03-01', '2027-12-31']
    expect(days.map((text) => earnedOn(cancelled, text))).toEqual([16_165, kept, kept])
  })

  it('that never began, and is kept, is earned when it would have begun', () => {
    const kept = endTimeline(sold, day('2026-12-31'), { method: 'none' })
    expect(['2026-12-31', '2027-01-01'].map((text) => earnedOn(kept, text))).toEqual([0, 100_000])
  })
})

const someRule = fc.constantFrom<EndingRule | null>(
  null,
  { method: 'pro_rata' },
  { method: 'pro_rata', waivesSuspension: true },
  { method: 'none' },
  { method: 'full_before_start' },
  { method: 'short_rate', shares: [{ days: 30, share: 2_500 }] },
)

describe('whatever the timeline', () => {
  it('a period is earned day by day, never less than before, and whole in the end', () => {
    fc.assert(
      fc.property(
        someTimeline,
        someRule,
        fc.integer({ min: -5, max: 500 }),
        (whole, rule, days) => {
          const [term] = whole.terms
          const end = term.firstDay.add({ days })
          const timeline = rule === null ? whole : endTimeline(whole, end, rule)
          const [period] = periodsOf(term, term.firstDay)
          if (period === undefined) throw new Error('a term has a period')
          const on = (text: Temporal.PlainDate) => earnPeriod(timeline, period, text)
          expect(on(period.firstDay.subtract({ days: 1 }))).toEqual(free)
          expect(on(period.lastDay)).toEqual(pricePeriod(timeline, period))
          let before = 0
          for (let n = 0; n < 60; n += 1) {
            const { payment } = on(period.firstDay.add({ days: n * 7 }))
            expect(payment).toBeGreaterThanOrEqual(before)
            before = payment
          }
        },
      ),
    )
  })

  it('what is earned on a day does not depend on later prices', () => {
    fc.assert(
      fc.property(someTimeline, fc.nat(400), (timeline, days) => {
        const [term] = timeline.terms
        const on = term.firstDay.add({ days })
        const [period] = periodsOf(term, term.firstDay)
        if (period === undefined) throw new Error('a term has a period')
        const known = timeline.segments.filter(
          (segment) => Temporal.PlainDate.compare(segment.firstDay, on) <= 0,
        )
        expect(earnPeriod({ ...timeline, segments: known }, period, on)).toEqual(
          earnPeriod(timeline, period, on),
        )
      }),
    )
  })
})
