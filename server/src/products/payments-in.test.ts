import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastDayOf } from '../kernel/index.ts'
import { paymentsIn } from './payments-in.ts'

const days = fc
  .integer({ min: -5_000, max: 20_000 })
  .map((n) => Temporal.PlainDate.from('2027-01-01').add({ days: n }))

/** Period after period, until one ends with the cover, or a day before it. */
function countedOneByOne(startDay: Temporal.PlainDate, endDay: Temporal.PlainDate, months: number) {
  let count = 1
  while (daysLeft(lastDayOf(startDay, { months: months * count }), endDay) > 1) count += 1
  return count
}

function daysLeft(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return from.until(to, { largestUnit: 'days' }).days
}

describe('the payments of a cover', () => {
  it('are as many as its periods, the last of which may have a day more or be shorter', () => {
    const plans = fc.constantFrom(
      ['month', 1] as const,
      ['quarter', 3] as const,
      ['half_year', 6] as const,
      ['year', 12] as const,
    )
    fc.assert(
      fc.property(days, fc.nat(1_500), plans, (startDay, length, [frequency, months]) => {
        const endDay = startDay.add({ days: length })
        const expected = countedOneByOne(startDay, endDay, months)
        expect(paymentsIn({ startDay, endDay }, frequency)).toBe(expected)
      }),
    )
  })

  it('are not known while it has no end', () => {
    const startDay = Temporal.PlainDate.from('2027-01-31')
    expect(paymentsIn({ startDay, endDay: null }, 'month')).toBeNull()
  })
})
