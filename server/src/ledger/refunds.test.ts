import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInclusive, lastDayOf, proRata } from '../kernel/index.ts'
import { type PlanFrequency, planFrequencies } from '../products/index.ts'
import { type Timeline, endTimeline, free, periodsOf, pricePeriod } from '../timelines/index.ts'
import { previewBilling } from './preview-billing.ts'
import { nothingPosted } from './postings.ts'
import { draws } from '../../test/support/draws.ts'

/** Those that there were before there was a ledger. */
type RefundMethod = 'pro_rata' | 'none' | 'full_before_start'

interface CancelledCover {
  readonly amountPaid: number
  readonly startDay: Temporal.PlainDate
  readonly endDay: Temporal.PlainDate | null
  /** The last day of cover; before the start when cover never began. */
  readonly terminationDay: Temporal.PlainDate
  readonly frequency: PlanFrequency | null
}

/** What the ledger gives back of a sale that ends. */
function decideRefund(method: RefundMethod, cover: CancelledCover): number {
  const { startDay: firstDay, endDay: lastDay, frequency } = cover
  const price = { ...free, payment: cover.amountPaid }
  const term = { firstDay, lastDay, frequency }
  const sold: Timeline = {
    terms: [term],
    segments: [{ firstDay, kind: 'cover', price }],
    ending: null,
  }
  const periods = periodsOf(term, firstDay).map((period) => {
    return { period, charged: pricePeriod(sold, period) }
  })
  const balances = { ...nothingPosted, cash: cover.amountPaid }
  const ended = endTimeline(sold, cover.terminationDay, { method })
  return previewBilling(ended, { periods, balances, invoices: [] }).refund
}

const day = (text: string) => Temporal.PlainDate.from(text)

/** One calendar year of 365 days for 365.00, so that a day costs one. */
const year: CancelledCover = {
  amountPaid: 36_500,
  startDay: day('2027-01-01'),
  endDay: day('2027-12-31'),
  terminationDay: day('2027-12-31'),
  frequency: null,
}

describe('a refund by days', () => {
  it.each([
    ['the last day: nothing is left', '2027-12-31', 0],
    ['the day before: one day is left', '2027-12-30', 100],
    ['the first day: that day was used', '2027-01-01', 36_400],
    ['the day before the start: all of it', '2026-12-31', 36_500],
    ['long before the start: all of it, not more', '2026-06-01', 36_500],
    ['the end of June: 184 days are left', '2027-06-30', 18_400],
  ])('terminated on %s', (_, terminationDay, refund) => {
    expect(decideRefund('pro_rata', { ...year, terminationDay: day(terminationDay) })).toBe(refund)
  })

  it.each([
    // Paid for 31 days of January; 10 are used: 3100 - round(3100 * 10 / 31).
    ['month', 3_100, '2027-01-10', 2_100],
    // January to March are 90 days; 31 are used: 9000 - 3100.
    ['quarter', 9_000, '2027-01-31', 5_900],
    // January to June are 181 days; 90 are used: 18100 - 9000.
    ['half_year', 18_100, '2027-03-31', 9_100],
    ['year', 36_500, '2027-12-30', 100],
    // A single payment for an open end counts as one for a year.
    [null, 36_500, '2027-12-30', 100],
  ] as const)(
    'with an open end goes by the paid period: %s',
    (frequency, amountPaid, last, refund) => {
      const cover = {
        ...year,
        amountPaid,
        frequency,
        endDay: null,
        terminationDay: day(last),
      } as const
      expect(decideRefund('pro_rata', cover)).toBe(refund)
    },
  )

  it('is nothing when the paid period of an open end is over', () => {
    const cover = { ...year, endDay: null, terminationDay: day('2029-05-05') }
    expect(decideRefund('pro_rata', cover)).toBe(0)
  })

  it('counts the leap day', () => {
    const leapYear = {
      ...year,
      amountPaid: 36_600,
      startDay: day('2028-01-01'),
      endDay: day('2028-12-31'),
    }
    expect(decideRefund('pro_rata', { ...leapYear, terminationDay: day('2028-02-28') })).toBe(
      36_600 - 5_900,
    )
    expect(decideRefund('pro_rata', { ...leapYear, terminationDay: day('2028-02-29') })).toBe(
      36_600 - 6_000,
    )
  })

  it('rounds the used part half up, so the rest is never a cent too much', () => {
    // One cent for two days: the used day costs half a cent, rounded up to one.
    const cover = {
      ...year,
      amountPaid: 1,
      endDay: day('2027-01-02'),
      terminationDay: day('2027-01-01'),
    }
    expect(decideRefund('pro_rata', cover)).toBe(0)
  })

  it('never exceeds what was paid and only shrinks the later the policy ends', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.integer({ min: -500, max: 500 }),
        fc.nat(50),
        (paid, at, n) => {
          const on = (days: number) =>
            decideRefund('pro_rata', {
              ...year,
              amountPaid: paid,
              terminationDay: year.startDay.add({ days }),
            })
          expect(on(at)).toBeGreaterThanOrEqual(on(at + n))
          expect(on(at)).toBeGreaterThanOrEqual(0)
          expect(on(at)).toBeLessThanOrEqual(paid)
        },
      ),
    )
  })
})

describe('other refunds', () => {
  it('full before the start: all of it up to the day before, nothing from the first day on', () => {
    const on = (text: string) =>
      decideRefund('full_before_start', { ...year, terminationDay: day(text) })
    expect(on('2026-12-31')).toBe(36_500)
    expect(on('2027-01-01')).toBe(0)
    expect(on('2027-06-30')).toBe(0)
  })

  it('none: nothing, not even before the start', () => {
    expect(decideRefund('none', { ...year, terminationDay: day('2026-12-31') })).toBe(0)
  })
})

/** How refunds were computed before there were timelines: the paid days over all days of cover. */
function formerRefund(method: RefundMethod, cover: CancelledCover): number {
  const neverBegan = Temporal.PlainDate.compare(cover.terminationDay, cover.startDay) < 0
  if (method === 'none') return 0
  if (method === 'full_before_start') return neverBegan ? cover.amountPaid : 0
  const monthsOf = { month: 1, quarter: 3, half_year: 6, year: 12 }
  const months = monthsOf[cover.frequency ?? 'year']
  const paidUntil = cover.endDay ?? lastDayOf(cover.startDay, { months })
  const wholeDays = daysInclusive(cover.startDay, paidUntil)
  const usedDays = Math.max(0, daysInclusive(cover.startDay, cover.terminationDay))
  return proRata(cover.amountPaid, Math.min(usedDays, wholeDays), wholeDays).rest
}

describe('refunds that follow from the timeline', () => {
  const someMethod = fc.constantFrom<RefundMethod>('pro_rata', 'none', 'full_before_start')
  const someCover = fc
    .record({
      startDay: fc.nat(3_000).map((days) => day('2024-01-01').add({ days })),
      lastsDays: fc.option(fc.integer({ min: 1, max: 1_200 })),
      terminatedAfterDays: fc.integer({ min: -50, max: 900 }),
      amountPaid: fc.nat(50_000_000),
      frequency: fc.option(fc.constantFrom(...planFrequencies)),
    })
    .map(({ startDay, lastsDays, terminatedAfterDays, amountPaid, frequency }) => {
      const endDay = lastsDays === null ? null : startDay.add({ days: lastsDays - 1 })
      const last = startDay.add({ days: terminatedAfterDays })
      // An instalment pays for a part of a cover with an end: the one thing that was wrong.
      return {
        amountPaid,
        startDay,
        endDay,
        terminationDay: endDay && Temporal.PlainDate.compare(endDay, last) < 0 ? endDay : last,
        frequency: endDay === null ? frequency : null,
      }
    })

  it('are to the cent what they were where one payment paid for all, or the end is open', () => {
    fc.assert(
      fc.property(someMethod, someCover, (method, cover) => {
        if (decideRefund(method, cover) !== formerRefund(method, cover)) {
          expect(decideRefund(method, cover)).toBe(formerRefund(method, cover))
        }
      }),
      { numRuns: draws(1_500) },
    )
  })

  it('go by the instalment that was paid, also where cover has an end', () => {
    // A month of a whole year, 31 days for 31.00: after the tenth day 21 are left.
    const cover = {
      ...year,
      amountPaid: 3_100,
      frequency: 'month',
      terminationDay: day('2027-01-10'),
    } as const
    expect(decideRefund('pro_rata', cover)).toBe(2_100)
    expect(decideRefund('pro_rata', { ...cover, terminationDay: day('2027-02-10') })).toBe(0)
  })
})
