import fc from 'fast-check'
import { planFrequencies } from '../products/index.ts'
import { changePlan, nextPlanDay } from './change-plan.ts'
import type { PeriodPrice } from './period-price.ts'
import type { Segment, Term, Timeline } from './timeline.ts'

/** Terms, prices and timelines of every shape, for tests that hold for all of them. */

export const someDay = fc
  .integer({ min: 0, max: 1_500 })
  .map((days) => Temporal.PlainDate.from('2026-12-15').add({ days }))

export const someTerm: fc.Arbitrary<Term> = fc
  .record({
    firstDay: someDay,
    days: fc.option(fc.integer({ min: 1, max: 800 })),
    frequency: fc.option(fc.constantFrom(...planFrequencies)),
  })
  .map(({ firstDay, days, frequency }) => ({
    firstDay,
    lastDay: days === null ? null : firstDay.add({ days: days - 1 }),
    frequency,
  }))

/** The same with up to two changes of plan, each on the first day of a period. */
export const someChangedTerm: fc.Arbitrary<Term> = fc
  .record({
    term: someTerm,
    changes: fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 700 }),
        frequency: fc.option(fc.constantFrom(...planFrequencies)),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ term, changes }) =>
    changes.reduce((sold: Term, { after, frequency }) => {
      const timeline = { terms: [sold], segments: [], ending: null }
      const firstDay = nextPlanDay(timeline, [], sold.firstDay.add({ days: after }))
      if (firstDay === null) return sold
      return changePlan(timeline, { firstDay, frequency, planId: 'pp_other' })[0] ?? sold
    }, term),
  )

/** Net, tax and fee sum to the payment, as pricing makes sure. */
export const somePrice: fc.Arbitrary<PeriodPrice> = fc
  .record({
    net: fc.nat(3_000_000),
    tax: fc.nat(600_000),
    fee: fc.nat(500),
    commission: fc.nat(300_000),
  })
  .map(({ net, tax, fee, commission }) => ({ payment: net + tax + fee, tax, fee, commission }))

/** One term with changes of price, gaps and suspensions, not cancelled. */
export const someTimeline: fc.Arbitrary<Timeline & { readonly terms: readonly [Term] }> = fc
  .record({
    term: someTerm,
    first: somePrice,
    changes: fc.uniqueArray(
      fc.record({
        day: fc.integer({ min: 1, max: 500 }),
        kind: fc.constantFrom('cover', 'cover', 'gap', 'suspended'),
        price: somePrice,
      }),
      { maxLength: 6, selector: ({ day }) => day },
    ),
  })
  .map(({ term, first, changes }) => {
    const later = changes
      .toSorted((one, other) => one.day - other.day)
      .map(({ day, kind, price }): Segment => {
        return { firstDay: term.firstDay.add({ days: day }), kind, price }
      })
    const segments: Segment[] = [{ firstDay: term.firstDay, kind: 'cover', price: first }, ...later]
    return { terms: [term], segments, ending: null }
  })
