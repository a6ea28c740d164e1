import { describe, expect, it } from 'vitest'
import { isInTime, withdrawalPeriod } from './withdrawal-period.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const at = (text: string) => Temporal.Instant.from(text)

const policy = {
  timeZone: 'Europe/Berlin',
  acceptedAt: at('2026-12-28T22:30:00Z'),
  // It is the next day already where the policy was sold.
  issuedAt: at('2026-12-28T23:30:00Z'),
}
const settings = { days: 14, earlyCover: null, holidays: [] }

const periodOf = (law: 'de' | 'ch', delivered: string | null, more = {}) => {
  const deliveredOn = delivered === null ? null : day(delivered)
  const period = withdrawalPeriod(policy, { ...settings, law, deliveredOn, ...more })
  return period && [`${period.firstDay}`, `${period.lastDay}`]
}

describe('the period of a withdrawal', () => {
  it.each([
    ['counts from the contract', 'de', '2026-12-29', {}, ['2026-12-30', '2027-01-12']],
    [
      'not from documents that came before it',
      'de',
      '2026-12-20',
      {},
      ['2026-12-30', '2027-01-12'],
    ],
    ['counts from documents that came later', 'de', '2027-01-05', {}, ['2027-01-06', '2027-01-19']],
    ['has not begun without them', 'de', null, {}, null],
    ['counts from the acceptance in Switzerland', 'ch', null, {}, ['2026-12-29', '2027-01-11']],
    ['whatever came later', 'ch', '2027-02-01', {}, ['2026-12-29', '2027-01-11']],
    ['does not end on a Saturday', 'de', '2027-01-02', {}, ['2027-01-03', '2027-01-18']],
    ['does not end on New Year', 'de', '2026-12-29', { days: 3 }, ['2026-12-30', '2027-01-04']],
    [
      'nor on a holiday of the product',
      'de',
      '2026-12-29',
      { holidays: ['2027-01-12'] },
      ['2026-12-30', '2027-01-13'],
    ],
  ] as const)('%s', (_, law, delivered, more, expected) => {
    expect(periodOf(law, delivered, more)).toEqual(expected)
  })

  it('lets a withdrawal be sent on its last day, and at any time before it has begun', () => {
    const period = { firstDay: day('2026-12-30'), lastDay: day('2027-01-12') }
    expect(isInTime(period, day('2027-01-12'))).toBe(true)
    expect(isInTime(period, day('2027-01-13'))).toBe(false)
    expect(isInTime(null, day('2036-01-13'))).toBe(true)
  })
})
