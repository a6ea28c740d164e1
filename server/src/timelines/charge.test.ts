import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInclusive } from '../kernel/index.ts'
import { type BillingPeriod, periodsOf } from './billing-period.ts'
import { type ChargedPeriod, chargeAgain } from './charge.ts'
import { endTimeline } from './end-timeline.ts'
import { type PeriodPrice, free, plus } from './period-price.ts'
import { pricePeriod, slicePeriod } from './price-period.ts'
import { somePrice, someTimeline } from './some-timeline.ts'
import type { EndingRule, Segment, SegmentKind, Term, Timeline } from './timeline.ts'

const firstDay = Temporal.PlainDate.from('2027-01-01')
const year: Term = { firstDay, lastDay: Temporal.PlainDate.from('2027-12-31'), frequency: null }

/** The n-th day of the year, the first being 1. */
const onDay = (n: number) => firstDay.add({ days: n - 1 })
const priceOf = (payment: number): PeriodPrice => ({ payment, tax: 0, fee: 0, commission: 0 })
const from = (day: number, payment: number, kind: SegmentKind = 'cover'): Segment => ({
  firstDay: onDay(day),
  kind,
  price: priceOf(payment),
})

/** Charges one timeline after the other, as the steps of a policy would; what each one adds. */
function chargesOf(term: Term, timelines: readonly Omit<Timeline, 'terms'>[]): number[] {
  const [period] = periodsOf(term, term.firstDay)
  if (period === undefined) throw new Error('a term has a period')
  let charged = free
  return timelines.map((timeline) => {
    const [charge] = chargeAgain({ ...timeline, terms: [term] }, [{ period, charged }])
    charged = plus(charged, charge?.amount ?? free)
    return charge?.amount.payment ?? 0
  })
}

describe('a year for 1,190 euros', () => {
  const sold = { segments: [from(1, 119_000)], ending: null }
  const dearer = { segments: [from(1, 119_000), from(100, 142_801)], ending: null }
  const corrected = {
    segments: [from(1, 119_000), from(50, 130_904), from(100, 156_000)],
    ending: null,
  }
  const cancelled = {
    segments: [...corrected.segments, from(201, 156_000, 'ended')],
    ending: { lastDay: onDay(200), rule: { method: 'pro_rata' } },
  } as const
  const withGap = {
    segments: [...corrected.segments, from(201, 156_000, 'gap'), from(230, 156_000)],
    ending: null,
  }

  it('that becomes dearer, is corrected back in time, cancelled and reinstated', () => {
    expect(chargesOf(year, [sold, dearer, corrected, cancelled, corrected])).toEqual([
      119_000, 17_346, 11_249, -70_521, 70_521,
    ])
  })

  it('that is reinstated with a gap pays for the days after it', () => {
    expect(chargesOf(year, [sold, dearer, corrected, cancelled, withGap])).toEqual([
      119_000, 17_346, 11_249, -70_521, 58_126,
    ])
  })
})

const monthly: Term = { firstDay, lastDay: null, frequency: 'month' }

it('a month that becomes dearer on its eleventh day is charged the difference for the rest', () => {
  const sold = { segments: [from(1, 1_000)], ending: null }
  const dearer = { segments: [from(1, 1_000), from(11, 1_301)], ending: null }
  expect(chargesOf(monthly, [sold, dearer])).toEqual([1_000, 204])
})

describe('after a cancellation on the last day of cover', () => {
  const quarter: Term = { firstDay, lastDay: null, frequency: 'quarter' }
  const sold: Timeline = { terms: [quarter], segments: [from(1, 9_000)], ending: null }
  const [first, second, third] = periodsOf(quarter, onDay(200)) as [
    BillingPeriod,
    BillingPeriod,
    BillingPeriod,
  ]
  const costs = (lastDay: number, rule: EndingRule) => {
    const ended = endTimeline(sold, onDay(lastDay), rule)
    return [first, second, third].map((period) => pricePeriod(ended, period).payment)
  }

  it.each([
    ['pro_rata', 100, [9_000, 989, 0]],
    ['none', 100, [9_000, 9_000, 0]],
    ['full_before_start', 100, [9_000, 9_000, 0]],
    // The last day of a period: nothing of it is left, and the next one never began.
    ['pro_rata', 90, [9_000, 0, 0]],
    ['none', 90, [9_000, 0, 0]],
    // The day before the start, and long before it.
    ['pro_rata', 0, [0, 0, 0]],
    ['none', 0, [9_000, 0, 0]],
    ['none', -300, [9_000, 0, 0]],
    ['full_before_start', 0, [0, 0, 0]],
  ] as const)('%s, day %i: %j', (method, lastDay, expected) => {
    expect(costs(lastDay, { method })).toEqual(expected)
  })

  it.each(['none', 'full_before_start'] as const)(
    '%s never charges a price that would have begun later',
    (method) => {
      const dearer = { ...sold, segments: [from(1, 9_000), from(21, 18_000), from(41, 90_000)] }
      const costsOf = (lastDay: number) =>
        pricePeriod(endTimeline(dearer, onDay(lastDay), { method }), first).payment
      // Twenty days at 9000 and seventy at 18000, which holds on the last day.
      expect(costsOf(30)).toBe(2_000 + 14_000)
      expect(costsOf(20)).toBe(9_000)
      expect(costsOf(41)).toBe(2_000 + 4_000 + 50_000)
      expect(costsOf(0)).toBe(method === 'none' ? 9_000 : 0)
    },
  )

  it.each([
    // Before the start the table says nothing, so nothing is kept.
    [0, 0],
    [1, 3_600],
    [30, 3_600],
    [31, 4_500],
    // What is earned is never given back: 60 of 90 days cost more than half.
    [60, 6_000],
    // After the last row all of it is kept.
    [61, 9_000],
  ])('short rate, day %i: %i', (lastDay, kept) => {
    const shares = [
      { days: 30, share: 4_000 },
      { days: 60, share: 5_000 },
    ]
    expect(costs(lastDay, { method: 'short_rate', shares })[0]).toBe(kept)
  })
})

describe('a cover with a gap from day 32 to 59, billed monthly', () => {
  const sold: Timeline = {
    terms: [monthly],
    segments: [from(1, 1_000), from(32, 1_000, 'gap'), from(60, 1_000)],
    ending: null,
  }
  const costs = (lastDay: number, rule: EndingRule) =>
    periodsOf(monthly, onDay(80)).map(
      (period) => pricePeriod(endTimeline(sold, onDay(lastDay), rule), period).payment,
    )

  it('that ends in the gap keeps the month of its last day, of which nothing was owed', () => {
    expect(costs(40, { method: 'none' })).toEqual([1_000, 0, 0])
  })

  it('that ends after the gap keeps the month in which it ends', () => {
    expect(costs(65, { method: 'none' })).toEqual([1_000, 0, 1_000])
    expect(costs(65, { method: 'pro_rata' })).toEqual([1_000, 0, 194])
  })

  it('counts as covered only the days that were', () => {
    const quarterly: Term = { ...monthly, frequency: 'quarter' }
    const ended = endTimeline({ ...sold, terms: [quarterly] }, onDay(62), {
      method: 'short_rate',
      shares: [
        { days: 34, share: 6_000 },
        { days: 90, share: 10_000 },
      ],
    })
    const [period] = periodsOf(quarterly, firstDay)
    // 31 and 3 of 90 days were covered and cost 377; six tenths of all but the gap are more.
    expect(pricePeriod(ended, period!).payment).toBe(413)
  })
})

describe('whatever the timeline', () => {
  const horizonDays = 600
  const someDays = fc.integer({ min: 0, max: horizonDays })
  const someRule: fc.Arbitrary<EndingRule> = fc.oneof(
    fc.record({
      method: fc.constantFrom('pro_rata', 'none', 'full_before_start'),
    }),
    fc.record({ method: fc.constant('withdrawal' as const), isVoid: fc.constant(false) }),
    fc.record({
      method: fc.constant('short_rate' as const),
      shares: fc
        .uniqueArray(fc.record({ days: fc.nat(400), share: fc.nat(10_000) }), {
          maxLength: 4,
          selector: ({ days }) => days,
        })
        .map((rows) => rows.toSorted((one, other) => one.days - other.days)),
    }),
  )
  const periodsIn = ({ terms }: Timeline) =>
    terms.flatMap((term) => periodsOf(term, term.firstDay.add({ days: horizonDays })))

  /** Charges the timelines one after the other; what each period was charged in the end. */
  function chargedBy(first: Timeline, ...others: readonly Timeline[]): ChargedPeriod[] {
    let periods = periodsIn(first).map((period) => ({ period, charged: free }))
    for (const timeline of [first, ...others]) {
      const charges = chargeAgain(timeline, periods)
      periods = periods.map(({ period, charged }) => {
        const charge = charges.find((one) => one.period === period)
        return { period, charged: plus(charged, charge?.amount ?? free) }
      })
    }
    return periods
  }

  it('slices fill a period and sum to its price', () => {
    fc.assert(
      fc.property(someTimeline, (timeline) => {
        for (const period of periodsIn(timeline)) {
          const slices = slicePeriod(timeline, period)
          expect(slices[0]?.firstDay.toString()).toBe(period.firstDay.toString())
          expect(slices.at(-1)?.lastDay.toString()).toBe(period.lastDay.toString())
          const sum = slices.reduce((all, { cost }) => plus(all, cost), free)
          expect(sum).toEqual(pricePeriod(timeline, period))
        }
      }),
    )
  })

  it('a whole period at one price costs exactly that price', () => {
    fc.assert(
      fc.property(someTimeline, (timeline) => {
        const plain = { ...timeline, segments: timeline.segments.slice(0, 1) }
        const whole = periodsIn(plain).filter(
          ({ firstDay, lastDay, wholeDays }) => daysInclusive(firstDay, lastDay) === wholeDays,
        )
        for (const period of whole) {
          expect(pricePeriod(plain, period)).toEqual(plain.segments[0]?.price)
        }
      }),
    )
  })

  it('a cut at which nothing changes moves no cent', () => {
    fc.assert(
      fc.property(someTimeline, someDays, (timeline, days) => {
        const cut = changeFrom(timeline, timeline.terms[0].firstDay.add({ days }), {})
        expect(chargeAgain(cut, chargedBy(timeline))).toEqual([])
      }),
    )
  })

  it('what was charged in the end depends on the last timeline alone', () => {
    const someEndorsements = fc.array(fc.tuple(someDays, somePrice), { maxLength: 5 })
    fc.assert(
      fc.property(someTimeline, someEndorsements, (sold, steps) => {
        const timelines: Timeline[] = [sold]
        for (const [days, price] of steps) {
          const at = sold.terms[0].firstDay.add({ days })
          timelines.push(changeFrom(timelines.at(-1) ?? sold, at, { price }))
        }
        const last = timelines.at(-1) ?? sold
        expect(chargedBy(sold, ...timelines)).toEqual(chargedBy(last))
      }),
    )
  })

  it('an endorsement and its opposite from the same day cost nothing together', () => {
    fc.assert(
      fc.property(someTimeline, someDays, somePrice, (sold, days, price) => {
        const at = sold.terms[0].firstDay.add({ days })
        const changed = changeFrom(sold, at, { price })
        const back = changeFrom(changed, at, { price: snapshotOn(sold, at).price })
        expect(chargedBy(sold, changed, back)).toEqual(chargedBy(sold))
      }),
    )
  })

  it('a cancellation and a reinstatement without a gap cost nothing together', () => {
    fc.assert(
      fc.property(someTimeline, someDays, someRule, (sold, days, rule) => {
        const lastDay = sold.terms[0].firstDay.add({ days: days - 100 })
        const ended = endTimeline(sold, lastDay, rule)
        expect(chargedBy(sold, ended, sold)).toEqual(chargedBy(sold))
      }),
    )
  })

  it('a cancellation never asks for more than if nothing changed after the last day, and gives back no more than was charged', () => {
    fc.assert(
      fc.property(someTimeline, someDays, someRule, (sold, days, rule) => {
        const { firstDay } = sold.terms[0]
        const lastDay = firstDay.add({ days: days - 100 })
        const ended = endTimeline(sold, lastDay, rule)
        const { price: lastPrice } = snapshotOn(sold, days < 100 ? firstDay : lastDay)
        const isLater = (segment: Segment) =>
          Temporal.PlainDate.compare(segment.firstDay, lastDay) > 0
        const segments = sold.segments.map((segment) =>
          isLater(segment) ? { ...segment, price: lastPrice } : segment,
        )
        for (const { period, charged } of chargedBy(sold)) {
          const price = pricePeriod(ended, period)
          const unchanged = pricePeriod({ ...sold, segments }, period)
          expect(price.payment).toBeLessThanOrEqual(Math.max(charged.payment, unchanged.payment))
          for (const part of ['payment', 'tax', 'fee', 'commission'] as const) {
            expect(price[part]).toBeGreaterThanOrEqual(0)
          }
        }
      }),
    )
  })
})

function snapshotOn(timeline: Timeline, day: Temporal.PlainDate): Segment {
  const held = timeline.segments.findLast(
    ({ firstDay }) => Temporal.PlainDate.compare(firstDay, day) <= 0,
  )
  if (held === undefined) throw new Error(`nothing holds on ${day}`)
  return held
}

/** Something else from that day on, until the next segment. */
function changeFrom(
  timeline: Timeline,
  day: Temporal.PlainDate,
  change: Partial<Segment>,
): Timeline {
  const others = timeline.segments.filter(({ firstDay }) => !firstDay.equals(day))
  const changed = { ...snapshotOn(timeline, day), firstDay: day, ...change }
  const segments = [...others, changed].toSorted((one, other) =>
    Temporal.PlainDate.compare(one.firstDay, other.firstDay),
  )
  return { ...timeline, segments }
}
