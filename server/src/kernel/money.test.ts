import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountMax, isAmount, proRata } from './money.ts'

const amounts = fc.integer({ min: 0, max: amountMax })
const periods = fc
  .integer({ min: 1, max: 120 * 366 })
  .chain((whole) => fc.tuple(fc.constant(whole), fc.integer({ min: 0, max: whole })))

describe('an amount split by days', () => {
  it('loses no cent and makes none', () => {
    fc.assert(
      fc.property(amounts, periods, (amount, [whole, days]) => {
        const { part, rest } = proRata(amount, days, whole)
        expect(part + rest).toBe(amount)
        expect(isAmount(part) && isAmount(rest)).toBe(true)
      }),
    )
  })

  it('grows with the days used and never shrinks', () => {
    fc.assert(
      fc.property(amounts, periods, (amount, [whole, days]) => {
        const next = Math.min(days + 1, whole)
        expect(proRata(amount, next, whole).part).toBeGreaterThanOrEqual(
          proRata(amount, days, whole).part,
        )
      }),
    )
  })

  it('is nothing for no day and everything for all of them', () => {
    fc.assert(
      fc.property(amounts, periods, (amount, [whole]) => {
        expect(proRata(amount, 0, whole)).toEqual({ part: 0, rest: amount })
        expect(proRata(amount, whole, whole)).toEqual({ part: amount, rest: 0 })
      }),
    )
  })

  it('is off by half a cent at most', () => {
    fc.assert(
      fc.property(amounts, periods, (amount, [whole, days]) => {
        const { part } = proRata(amount, days, whole)
        const twiceTheError = 2n * (BigInt(part) * BigInt(whole) - BigInt(amount) * BigInt(days))
        expect(twiceTheError <= BigInt(whole) && twiceTheError > -BigInt(whole)).toBe(true)
      }),
    )
  })

  it.each([
    [1, 1, 2, 1],
    [3, 1, 2, 2],
    [36_500, 1, 365, 100],
    [10_000, 1, 3, 3_333],
    [10_000, 2, 3, 6_667],
    [amountMax, 364, 365, 997_260_273_973],
  ])('rounds half up: %i for %i of %i days is %i', (amount, days, whole, part) => {
    expect(proRata(amount, days, whole).part).toBe(part)
  })

  it.each([
    ['a fraction of a cent', 0.5, 1, 2],
    ['a debt', -1, 1, 2],
    ['more money than there is', amountMax + 1, 1, 2],
    ['not a number', Number.NaN, 1, 2],
    ['a period of no days', 100, 0, 0],
    ['a period with half a day', 100, 1, 1.5],
    ['fewer days than none', 100, -1, 2],
    ['more days than the period has', 100, 3, 2],
    ['half a day', 100, 0.5, 2],
  ])('refuses %s', (_, amount, days, whole) => {
    expect(() => proRata(amount, days, whole)).toThrow(RangeError)
  })
})
