import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInclusive } from '../kernel/index.ts'
import { paymentsIn } from '../products/index.ts'
import { periodsOf } from './billing-period.ts'
import { someChangedTerm, someDay, someTerm } from './some-timeline.ts'
import type { Term } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const termOf = (first: string, last: string | null, frequency: Term['frequency']): Term => ({
  firstDay: day(first),
  lastDay: last === null ? null : day(last),
  frequency,
})
const shown = (term: Term, until = '2030-01-01') =>
  periodsOf(term, day(until)).map(
    ({ firstDay, lastDay, wholeDays }) => `${firstDay} to ${lastDay}, spread over ${wholeDays}`,
  )

describe('billing periods', () => {
  it('are counted from the start of the term, also where a month is too short', () => {
    expect(shown(termOf('2027-01-31', '2027-05-30', 'month'))).toEqual([
      '2027-01-31 to 2027-02-28, spread over 29',
      '2027-03-01 to 2027-03-30, spread over 30',
      '2027-03-31 to 2027-04-30, spread over 31',
      '2027-05-01 to 2027-05-30, spread over 30',
    ])
  })

  it('spread a shorter rest over a whole period, so that it costs its share', () => {
    expect(shown(termOf('2027-01-01', '2027-04-10', 'quarter'))).toEqual([
      '2027-01-01 to 2027-03-31, spread over 90',
      '2027-04-01 to 2027-04-10, spread over 91',
    ])
  })

  it('take in a rest of one day', () => {
    expect(shown(termOf('2027-01-01', '2028-01-01', 'year'))).toEqual([
      '2027-01-01 to 2028-01-01, spread over 366',
    ])
  })

  it('are the whole term where it is shorter than one: what was quoted is paid for it', () => {
    expect(shown(termOf('2027-01-01', '2027-01-10', 'month'))).toEqual([
      '2027-01-01 to 2027-01-10, spread over 10',
    ])
  })

  it('are one for a single payment: the term, or the first year where the end is open', () => {
    expect(shown(termOf('2027-01-01', '2027-01-14', null))).toHaveLength(1)
    expect(shown(termOf('2028-02-29', null, null))).toEqual([
      '2028-02-29 to 2029-02-28, spread over 366',
    ])
  })

  it('of an open end go on for as long as they are asked for', () => {
    expect(shown(termOf('2027-01-01', null, 'month'), '2027-03-15')).toHaveLength(3)
  })

  it('have not begun before the term has', () => {
    expect(shown(termOf('2027-01-01', null, 'month'), '2026-12-31')).toEqual([])
  })

  it('follow each other without gap or overlap, and end with the term', () => {
    fc.assert(
      fc.property(someChangedTerm, someDay, (term, until) => {
        const periods = periodsOf(term, until)
        let next = term.firstDay
        for (const period of periods) {
          expect(period.firstDay.equals(next)).toBe(true)
          expect(period.wholeDays).toBeGreaterThanOrEqual(
            period.daysBefore + daysInclusive(period.firstDay, period.lastDay),
          )
          next = period.lastDay.add({ days: 1 })
        }
        if (term.lastDay === null) return
        const whole = periodsOf(term, term.lastDay)
        expect(whole.at(-1)?.lastDay.toString()).toBe(term.lastDay.toString())
        // Asking early gives the same periods.
        expect(whole.slice(0, periods.length)).toEqual(periods)
      }),
    )
  })
})

it('are as many as the payments that pricing may name for the term', () => {
  fc.assert(
    fc.property(someTerm, ({ firstDay: startDay, lastDay: endDay, frequency }) => {
      if (endDay === null || frequency === null) return
      const periods = periodsOf({ firstDay: startDay, lastDay: endDay, frequency }, endDay)
      expect(paymentsIn({ startDay, endDay }, frequency)).toBe(periods.length)
    }),
  )
})
