import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NoticeRule } from '../../products/index.ts'
import type { Term } from '../../timelines/index.ts'
import { someDay } from '../../timelines/some-timeline.ts'
import { type Noticed, firstEndWithNotice, keepsNotice } from './cancellation-notice.ts'
import { draws } from '../../../test/support/draws.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

/** The year 2027, paid monthly. */
const year: Term = { firstDay: day('2027-01-01'), lastDay: day('2027-12-31'), frequency: 'month' }
const yearEnding = (lastDay: string, firstDay: string): Term => {
  return { ...year, firstDay: day(firstDay), lastDay: day(lastDay) }
}
const rule = (to: NoticeRule['to'], period = 'P0D', after: string | null = null): NoticeRule => {
  return { to, period, after }
}

function firstDay(rules: readonly NoticeRule[], received: string, changes: Partial<Noticed> = {}) {
  const noticed = { terms: [year], renews: false, receivedOn: day(received), ...changes }
  return firstEndWithNotice(rules, noticed)?.toString() ?? null
}

describe('the first day on which a notice can end a policy', () => {
  const threeMonths = [rule('end_of_term', 'P3M')]

  it.each([
    ['three months to the end of the term', threeMonths, '2027-09-30', '2027-12-31'],
    ['a day too late, where nothing follows', threeMonths, '2027-10-01', null],
    ['a month to any day', [rule('any_day', 'P1M')], '2027-01-31', '2027-02-28'],
    ['at once', [rule('any_day')], '2027-05-10', '2027-05-10'],
    ['to the end of the month', [rule('end_of_period')], '2027-05-10', '2027-05-31'],
    ['on the last day of the month', [rule('end_of_period')], '2027-05-31', '2027-05-31'],
    [
      'two weeks to the end of the month',
      [rule('end_of_period', 'P14D')],
      '2027-05-18',
      '2027-06-30',
    ],
    ['to the end of the year', [rule('end_of_year', 'P3M')], '2027-05-10', '2027-12-31'],
    [
      'after the first half year a month, before it to the end of the term',
      [rule('end_of_term', 'P3M'), rule('any_day', 'P1M', 'P6M')],
      '2027-02-10',
      '2027-06-30',
    ],
    [
      'the same, later',
      [rule('end_of_term', 'P3M'), rule('any_day', 'P1M', 'P6M')],
      '2027-08-10',
      '2027-09-10',
    ],
  ] as const)('%s', (_, rules, received, outcome) => {
    expect(firstDay(rules, received)).toBe(outcome)
  })

  it('lies in the next term where the policy renews itself', () => {
    expect(firstDay(threeMonths, '2027-10-01', { renews: true })).toBe('2028-12-31')
    const leap = { terms: [yearEnding('2028-02-29', '2027-03-01')], renews: true }
    expect(firstDay(threeMonths, '2027-11-29', leap)).toBe('2028-02-29')
    expect(firstDay(threeMonths, '2027-11-30', leap)).toBe('2028-02-29')
    expect(firstDay(threeMonths, '2027-12-01', leap)).toBe('2029-02-28')
  })

  it('counts years where cover has no end', () => {
    const open = { terms: [{ ...year, lastDay: null, frequency: null }] }
    expect(firstDay(threeMonths, '2027-10-01', open)).toBe('2028-12-31')
    expect(firstDay([rule('end_of_period', 'P1M')], '2028-12-01', open)).toBe('2029-12-31')
  })

  it('may lie before cover begins', () => {
    expect(firstDay([rule('any_day')], '2026-11-20')).toBe('2026-11-20')
    expect(firstDay([rule('end_of_period')], '2026-11-20')).toBe('2027-01-31')
  })
})

/** One or two terms of some months, each billed by the month, the quarter or once. */
const somePolicy = fc
  .record({
    start: someDay,
    months: fc.array(fc.constantFrom(1, 3, 6, 12, 12, 24), { minLength: 1, maxLength: 2 }),
    frequency: fc.constantFrom('month' as const, 'quarter' as const, null),
    renews: fc.boolean(),
  })
  .map(({ start, months, frequency, renews }) => {
    const terms: Term[] = []
    for (const count of months) {
      const firstDay: Temporal.PlainDate = terms.at(-1)?.lastDay?.add({ days: 1 }) ?? start
      terms.push({ firstDay, lastDay: endAfter(firstDay, count), frequency })
    }
    return { terms, renews, length: months.at(-1) ?? 0 }
  })
const someRule: fc.Arbitrary<NoticeRule> = fc.record({
  to: fc.constantFrom('end_of_term', 'end_of_year', 'end_of_period', 'any_day'),
  period: fc.constantFrom('P0D', 'P14D', 'P1M', 'P3M', 'P1Y'),
  after: fc.constantFrom(null, null, 'P6M', 'P1Y'),
})
const someNotice = fc.record({
  policy: somePolicy,
  rules: fc.array(someRule, { minLength: 1, maxLength: 3 }),
  receivedAfter: fc.integer({ min: -60, max: 900 }),
  asked: fc.integer({ min: -60, max: 1_200 }),
})

/** A month from the 31st ends with the month where that is shorter, from any other day on the day before. */
function endAfter(first: Temporal.PlainDate, months: number): Temporal.PlainDate {
  const same = first.add({ months })
  return same.day === first.day ? same.subtract({ days: 1 }) : same
}

/** Whether one of the rules lets cover end on a day, counted day by day. */
function isAllowed(
  {
    policy,
    rules,
  }: { policy: { terms: Term[]; renews: boolean; length: number }; rules: NoticeRule[] },
  receivedOn: Temporal.PlainDate,
  asked: Temporal.PlainDate,
): boolean {
  const terms = [...policy.terms]
  const [first] = terms
  while (policy.renews && terms.length < 80) {
    const firstDay = terms.at(-1)?.lastDay?.add({ days: 1 }) ?? asked
    terms.push({
      firstDay,
      lastDay: endAfter(firstDay, policy.length),
      frequency: terms[0]?.frequency ?? null,
    })
  }
  const term = terms.find(({ lastDay }) => lastDay !== null && compare(asked, lastDay) <= 0)
  if (term === undefined || first === undefined) return false
  const isEndOf = (months: number) =>
    Array.from({ length: 60 }, (_, n) => endAfter(term.firstDay, months * (n + 1))).some((end) =>
      end.equals(asked),
    )
  const isLast = term.lastDay?.equals(asked) === true
  return rules.some(({ to, period, after }) => {
    if (compare(asked, receivedOn.add(period)) < 0) return false
    const sold = after === null ? null : Temporal.Duration.from(after)
    if (
      sold !== null &&
      compare(asked, endAfter(first.firstDay, sold.years * 12 + sold.months)) < 0
    ) {
      return false
    }
    if (to === 'any_day' || isLast) return true
    if (to === 'end_of_year') return isEndOf(12)
    if (to === 'end_of_term' || term.frequency === null) return false
    return isEndOf(term.frequency === 'month' ? 1 : 3)
  })
}

const compare = (one: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(one, other)

describe('whatever rules a product has', () => {
  it('a day is allowed where a count day by day allows it', () => {
    fc.assert(
      fc.property(someNotice, ({ policy, rules, receivedAfter, asked }) => {
        const start = policy.terms[0]?.firstDay ?? day('2027-01-01')
        const receivedOn = start.add({ days: receivedAfter })
        const on = start.add({ days: asked })
        // Neither is asked about: who asks was refused before.
        fc.pre(compare(on, receivedOn) >= 0)
        const noticed = { ...policy, receivedOn }
        expect(keepsNotice(rules, noticed, on)).toBe(isAllowed({ policy, rules }, receivedOn, on))
      }),
      { numRuns: draws(600) },
    )
  })

  it('the first possible day is allowed, and none before it', () => {
    fc.assert(
      fc.property(someNotice, ({ policy, rules, receivedAfter }) => {
        const receivedOn = (policy.terms[0]?.firstDay ?? day('2027-01-01')).add({
          days: receivedAfter,
        })
        const noticed = { ...policy, receivedOn }
        const first = firstEndWithNotice(rules, noticed)
        if (policy.renews) expect(first).not.toBeNull()
        if (first === null) return
        expect(keepsNotice(rules, noticed, first)).toBe(true)
        expect(compare(first, receivedOn)).toBeGreaterThanOrEqual(0)
        for (const days of [1, 2, 17, 40]) {
          expect(keepsNotice(rules, noticed, first.subtract({ days }))).toBe(false)
        }
      }),
      { numRuns: draws(300) },
    )
  })

  it('who gives notice a day later never ends the policy earlier', () => {
    fc.assert(
      fc.property(someNotice, ({ policy, rules, receivedAfter }) => {
        const receivedOn = (policy.terms[0]?.firstDay ?? day('2027-01-01')).add({
          days: receivedAfter,
        })
        const first = firstEndWithNotice(rules, { ...policy, receivedOn })
        const next = firstEndWithNotice(rules, {
          ...policy,
          receivedOn: receivedOn.add({ days: 1 }),
        })
        if (next !== null) expect(first !== null && compare(first, next) <= 0).toBe(true)
      }),
      { numRuns: draws(300) },
    )
  })
})
