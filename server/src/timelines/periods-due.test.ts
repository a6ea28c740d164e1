import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BillingPeriod, periodsOf } from './billing-period.ts'
import { endTimeline } from './end-timeline.ts'
import { periodsDue } from './periods-due.ts'
import { someTimeline } from './some-timeline.ts'
import type { Timeline } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const price = { payment: 1_000, tax: 0, fee: 0, commission: 0 }

function monthly(firstDay: string, lastDay: string | null = null): Timeline {
  return {
    terms: [
      {
        firstDay: day(firstDay),
        lastDay: lastDay === null ? null : day(lastDay),
        frequency: 'month',
      },
    ],
    segments: [{ firstDay: day(firstDay), kind: 'cover', price }],
    ending: null,
  }
}

const first = (timeline: Timeline) =>
  timeline.terms.flatMap((term) => periodsOf(term, term.firstDay))
const chargedOf = (periods: readonly BillingPeriod[]) => periods.map((period) => ({ period }))

function askedOn(
  timeline: Timeline,
  today: string,
  plan: { issueDaysBefore?: number; dueDay?: number | null } = {},
) {
  const { issueDaysBefore = 14, dueDay = null } = plan
  const { due, next } = periodsDue(timeline, chargedOf(first(timeline).slice(0, 1)), {
    today: day(today),
    billingOf: () => ({ issueDaysBefore, dueDay }),
  })
  const shown = [...due, ...(next === null ? [] : [next])].map(
    (one) => `${one.period.firstDay} asked ${one.issueDay} due ${one.dueDay}`,
  )
  return { due: shown.slice(0, due.length), next: shown[due.length] ?? null }
}

describe('an instalment', () => {
  it('of a policy that began on the 31st is asked for two weeks before the first of its months', () => {
    expect(askedOn(monthly('2027-01-31'), '2027-02-15')).toEqual({
      due: ['2027-03-01 asked 2027-02-15 due 2027-03-01'],
      next: '2027-03-31 asked 2027-03-17 due 2027-03-31',
    })
  })

  it('is due on a day of the month that moves no period', () => {
    expect(
      askedOn(monthly('2027-01-31'), '2027-01-31', { dueDay: 15, issueDaysBefore: 0 }).next,
    ).toBe('2027-03-01 asked 2027-03-15 due 2027-03-15')
    expect(askedOn(monthly('2027-01-20'), '2027-01-31', { dueDay: 15 }).next).toBe(
      '2027-02-20 asked 2027-03-01 due 2027-03-15',
    )
  })

  it('is not asked for after the last day of a policy that was cancelled, nor after its term', () => {
    const year = monthly('2027-01-01', '2027-12-31')
    const ended = endTimeline(year, day('2027-03-01'), { method: 'pro_rata' })
    expect(askedOn(ended, '2027-12-31')).toEqual({
      due: [
        '2027-02-01 asked 2027-01-18 due 2027-02-01',
        '2027-03-01 asked 2027-02-15 due 2027-03-01',
      ],
      next: null,
    })
    expect(askedOn(year, '2028-12-31').due).toHaveLength(11)
  })

  it('of a term that follows another is asked for as well', () => {
    const [term] = monthly('2027-01-01', '2027-12-31').terms
    const [second] = monthly('2028-01-01', '2028-12-31').terms
    const both = {
      ...monthly('2027-01-01'),
      terms: [term, second].filter((one) => one !== undefined),
    }
    expect(askedOn(both, '2027-12-18').due.at(-1)).toBe(
      '2028-01-01 asked 2027-12-18 due 2028-01-01',
    )
  })
})

it('is every period once, in its step, however often and on whichever days one looks', () => {
  const plan = fc.record({
    issueDaysBefore: fc.nat(60),
    dueDay: fc.option(fc.integer({ min: 1, max: 28 })),
  })
  const looks = fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(someTimeline, plan, looks, (timeline, billing, pauses) => {
      const [term] = timeline.terms
      let today = term.firstDay
      const charged = periodsOf(term, term.firstDay).slice(0, 1)
      for (const pause of pauses) {
        today = today.add({ days: pause })
        const asked = { today, billingOf: () => billing }
        const { due, next } = periodsDue(timeline, chargedOf(charged), asked)
        for (const one of due) {
          expect(Temporal.PlainDate.compare(one.issueDay, today)).toBeLessThanOrEqual(0)
          expect(
            Temporal.PlainDate.compare(one.dueDay, one.period.firstDay),
          ).toBeGreaterThanOrEqual(0)
        }
        if (next !== null) expect(Temporal.PlainDate.compare(next.issueDay, today)).toBe(1)
        charged.push(...due.map(({ period }) => period))
      }
      const last = charged.at(-1)?.firstDay ?? term.firstDay
      const shown = (periods: readonly BillingPeriod[]) =>
        periods.map(({ firstDay, lastDay }) => `${firstDay} to ${lastDay}`)
      expect(shown(charged)).toEqual(shown(periodsOf(term, last)))
    }),
  )
})
