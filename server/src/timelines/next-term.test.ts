import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInclusive, lastDayOf } from '../kernel/index.ts'
import { nextTerm } from './next-term.ts'
import { someDay } from './some-timeline.ts'

const term = (text: string) => {
  const [firstDay = '', lastDay = ''] = text.split(' to ')
  return {
    firstDay: Temporal.PlainDate.from(firstDay),
    lastDay: Temporal.PlainDate.from(lastDay),
  }
}

describe('the next term', () => {
  it.each([
    ['a year', '2027-03-01 to 2028-02-29', null, '2028-03-01 to 2029-02-28'],
    ['a year from a leap day', '2028-02-29 to 2029-02-28', null, '2029-03-01 to 2030-02-28'],
    [
      'a month from the end of January',
      '2027-01-31 to 2027-02-28',
      null,
      '2027-03-01 to 2027-03-31',
    ],
    ['the whole of February', '2027-02-01 to 2027-02-28', null, '2027-03-01 to 2027-03-31'],
    ['half a year', '2027-07-15 to 2028-01-14', null, '2028-01-15 to 2028-07-14'],
    ['ten days', '2027-12-30 to 2028-01-08', null, '2028-01-09 to 2028-01-18'],
    ['one day', '2028-02-28 to 2028-02-28', null, '2028-02-29 to 2028-02-29'],
    ['what was agreed', '2027-02-01 to 2027-02-28', 'P28D', '2027-03-01 to 2027-03-28'],
    ['what was agreed in years', '2028-02-29 to 2029-02-28', 'P1Y', '2029-03-01 to 2030-02-28'],
  ])('lasts as long: %s', (_, before, duration, after) => {
    const agreed = duration === null ? null : Temporal.Duration.from(duration)
    const next = nextTerm(term(before), agreed)
    expect(`${next.firstDay} to ${next.lastDay}`).toBe(after)
  })

  it('follows at once and is never empty, however often it is renewed', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 800 }), (firstDay, days) => {
        let current = { firstDay, lastDay: firstDay.add({ days: days - 1 }) }
        for (let n = 0; n < 5; n++) {
          const next = nextTerm(current, null)
          expect(next.firstDay.equals(current.lastDay.add({ days: 1 }))).toBe(true)
          expect(daysInclusive(next.firstDay, next.lastDay)).toBeGreaterThan(0)
          current = next
        }
      }),
    )
  })

  it('has as many months where the one before had whole ones, and else as many days', () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 40 }), (firstDay, months) => {
        const next = nextTerm({ firstDay, lastDay: lastDayOf(firstDay, { months }) }, null)
        expect(next.lastDay.equals(lastDayOf(next.firstDay, { months }))).toBe(true)
      }),
    )
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 27 }), (firstDay, days) => {
        const next = nextTerm({ firstDay, lastDay: firstDay.add({ days: days - 1 }) }, null)
        expect(daysInclusive(next.firstDay, next.lastDay)).toBe(days)
      }),
    )
  })

  it('begins on the same day of the year for ever, where the year has such a day', () => {
    fc.assert(
      fc.property(someDay, (firstDay) => {
        fc.pre(firstDay.day <= 28)
        let current = { firstDay, lastDay: lastDayOf(firstDay, { years: 1 }) }
        for (let years = 1; years <= 12; years++) {
          current = nextTerm(current, null)
          expect(current.firstDay.equals(firstDay.add({ years }))).toBe(true)
        }
      }),
    )
  })
})
