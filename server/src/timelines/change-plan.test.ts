import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanFrequency } from '../products/index.ts'
import { periodsOf } from './billing-period.ts'
import { changePlan, nextPlanDay } from './change-plan.ts'
import { type PeriodPrice, free, plus } from './period-price.ts'
import { pricePeriod } from './price-period.ts'
import { someTerm } from './some-timeline.ts'
import type { Segment, Term, Timeline } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const priceOf = (payment: number, tax = 0): PeriodPrice => ({ payment, tax, fee: 0, commission: 0 })
const from = (text: string, price: PeriodPrice): Segment => ({
  firstDay: day(text),
  kind: 'cover',
  price,
})

/** The year 2027, with another plan and price from a day on. */
function changed(
  [frequency, price]: [PlanFrequency | null, PeriodPrice],
  [first, next, priceThen]: [string, PlanFrequency | null, PeriodPrice],
): Timeline {
  const term: Term = { firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency }
  const segments = [from('2027-01-01', price), from(first, priceThen)]
  const sold = { terms: [term], segments: segments.slice(0, 1), ending: null }
  const change = { firstDay: day(first), frequency: next, planId: 'pp_next' } as const
  return { terms: changePlan(sold, change), segments, ending: null }
}

/** What each period costs, from a day on. */
function costs(timeline: Timeline, first: string): string[] {
  return timeline.terms
    .flatMap((term) => periodsOf(term, day('2027-12-31')))
    .filter(({ firstDay }) => Temporal.PlainDate.compare(firstDay, day(first)) >= 0)
    .map((period) => {
      const { payment, tax } = pricePeriod(timeline, period)
      return `${period.firstDay} to ${period.lastDay}: ${payment} / ${tax}`
    })
}

describe('a plan', () => {
  it('that becomes yearly costs the rest of the year', () => {
    const timeline = changed(
      ['month', priceOf(30_000, 4_790)],
      ['2027-04-01', 'year', priceOf(360_000, 57_479)],
    )
    expect(costs(timeline, '2027-03-01')).toEqual([
      '2027-03-01 to 2027-03-31: 30000 / 4790',
      '2027-04-01 to 2027-12-31: 271233 / 43306',
    ])
  })

  it('that becomes quarterly costs the rest of the quarter, then whole ones', () => {
    const timeline = changed(['month', priceOf(30_600)], ['2027-05-01', 'quarter', priceOf(91_800)])
    expect(costs(timeline, '2027-05-01')).toEqual([
      '2027-05-01 to 2027-06-30: 61536 / 0',
      '2027-07-01 to 2027-09-30: 91800 / 0',
      '2027-10-01 to 2027-12-31: 91800 / 0',
    ])
  })

  it('costs all of its first period without the days before, also by half a cent', () => {
    // Of 46 cents 31 of 92 days cost 15.5: counted from the start of the quarter that is 16.
    const timeline = changed(['month', priceOf(15)], ['2027-08-01', 'quarter', priceOf(46)])
    expect(costs(timeline, '2027-08-01')[0]).toBe('2027-08-01 to 2027-09-30: 30 / 0')
  })

  it('that becomes a single payment costs the rest of the term', () => {
    const timeline = changed(['month', priceOf(100)], ['2027-12-01', null, priceOf(1_000)])
    expect(costs(timeline, '2027-11-01')).toEqual([
      '2027-11-01 to 2027-11-30: 100 / 0',
      '2027-12-01 to 2027-12-31: 85 / 0',
    ])
  })

  it('replaces what was requested for a later day of its term', () => {
    const later = changed(['month', priceOf(1)], ['2027-10-01', 'quarter', priceOf(3)])
    const terms = changePlan(later, {
      firstDay: day('2027-07-01'),
      frequency: 'half_year',
      planId: 'pp_half',
    })
    expect(terms[0]?.planChanges?.map(({ planId }) => planId)).toEqual(['pp_half'])
  })
})

describe('the day from which a plan can change', () => {
  const timelineOf = (frequency: PlanFrequency | null): Timeline =>
    changed([frequency, priceOf(1)], ['2027-01-01', frequency, priceOf(1)])
  const charged = (timeline: Timeline, until: string) =>
    timeline.terms.flatMap((term) => periodsOf(term, day(until))).map((period) => ({ period }))
  const next = (frequency: PlanFrequency | null, until: string, asked: string) => {
    const timeline = timelineOf(frequency)
    return nextPlanDay(timeline, charged(timeline, until), day(asked))?.toString() ?? null
  }

  it('is the first day of a period that is not charged yet', () => {
    expect(next('month', '2027-03-15', '2027-03-15')).toBe('2027-04-01')
    expect(next('month', '2027-03-15', '2027-04-01')).toBe('2027-04-01')
    expect(next('month', '2027-03-15', '2027-06-02')).toBe('2027-07-01')
  })

  it('is none where all of the term is charged', () => {
    expect(next('year', '2027-03-15', '2027-07-01')).toBeNull()
    expect(next(null, '2027-03-15', '2027-07-01')).toBeNull()
  })

  it('lies before the end of a policy that was cancelled', () => {
    const timeline = {
      ...timelineOf('month'),
      ending: { lastDay: day('2027-04-20'), rule: { method: 'pro_rata' } },
    } as const
    const days = (asked: string) =>
      nextPlanDay(timeline, charged(timeline, '2027-01-01'), day(asked))?.toString()
    expect(days('2027-03-15')).toBe('2027-04-01')
    expect(days('2027-04-02')).toBeUndefined()
  })

  it('changes no cent where the plan stays, whatever the day', () => {
    fc.assert(
      fc.property(someTerm, fc.nat(500), fc.nat(100_000), (term, after, payment) => {
        const { firstDay, frequency } = term
        const timeline = {
          terms: [term],
          segments: [{ firstDay, kind: 'cover', price: priceOf(payment) }],
          ending: null,
        } as const
        const asked = nextPlanDay(timeline, [], firstDay.add({ days: after }))
        if (asked === null) return
        const again = changePlan(timeline, { firstDay: asked, frequency, planId: 'pp_1' })
        const total = (terms: readonly Term[]) =>
          terms
            .flatMap((one) => periodsOf(one, firstDay.add({ days: 600 })))
            .map((period) => pricePeriod(timeline, period))
            .reduce(plus, free)
        expect(total(again)).toEqual(total([term]))
      }),
    )
  })
})
