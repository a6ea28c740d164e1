import { describe, expect, it } from 'vitest'
import { type PolicyStatus, mayBecome, policyMoves, statusAt } from './policy.ts'
import { somePolicy } from './some-policy.ts'

const at = (text: string) => Temporal.Instant.from(text)
const statuses = Object.keys(policyMoves) as PolicyStatus[] // The table's keys are the statuses.

describe('what may become what', () => {
  it('is these moves and no others', () => {
    const moves = statuses.flatMap((from) =>
      statuses.filter((to) => mayBecome(from, to)).map((to) => `${from} to ${to}`),
    )
    expect(moves.toSorted()).toEqual([
      'accepted to paid',
      'accepted to ready',
      'cancelled to paid',
      'paid to cancelled',
      'paid to expired',
      'ready to accepted',
      'ready to expired',
      'ready to paid',
    ])
  })
})

describe('the status that holds at a moment', () => {
  const endsToday = somePolicy({
    status: 'paid',
    timeZone: 'Europe/Zurich',
    endDay: Temporal.PlainDate.from('2028-06-28'),
  })

  it('is paid to the last second of the last day where the product is sold', () => {
    expect(statusAt(endsToday, at('2028-06-28T21:59:59.999Z'))).toBe('paid')
    expect(statusAt(endsToday, at('2028-06-28T22:00:00Z'))).toBe('expired')
  })

  it('goes by the product, not by the machine: the same day ends earlier in the east', () => {
    const inAuckland = { ...endsToday, timeZone: 'Pacific/Auckland' }
    expect(statusAt(inAuckland, at('2028-06-28T11:59:59Z'))).toBe('paid')
    expect(statusAt(inAuckland, at('2028-06-28T12:00:00Z'))).toBe('expired')
  })

  it('ends a day of 23 and a day of 25 hours with that day', () => {
    const spring = { ...endsToday, endDay: Temporal.PlainDate.from('2028-03-26') }
    expect(statusAt(spring, at('2028-03-26T21:59:59Z'))).toBe('paid')
    expect(statusAt(spring, at('2028-03-26T22:00:00Z'))).toBe('expired')
    const autumn = { ...endsToday, endDay: Temporal.PlainDate.from('2028-10-29') }
    expect(statusAt(autumn, at('2028-10-29T22:59:59Z'))).toBe('paid')
    expect(statusAt(autumn, at('2028-10-29T23:00:00Z'))).toBe('expired')
  })

  it('never expires a policy with an open end', () => {
    const open = somePolicy({ status: 'paid', endDay: null })
    expect(statusAt(open, at('2999-01-01T00:00:00Z'))).toBe('paid')
  })

  it('expires an unpaid offer at the very moment its time is over', () => {
    const offer = somePolicy({ status: 'ready', offerExpiresAt: at('2027-03-31T09:00:00Z') })
    expect(statusAt(offer, at('2027-03-31T08:59:59.999Z'))).toBe('ready')
    expect(statusAt(offer, at('2027-03-31T09:00:00Z'))).toBe('expired')
  })

  it('keeps an offer whose payment is under way, however long that takes', () => {
    const offer = somePolicy({ status: 'accepted', offerExpiresAt: at('2027-03-31T09:00:00Z') })
    expect(statusAt(offer, at('2027-04-30T09:00:00Z'))).toBe('accepted')
  })

  it('leaves a cancelled policy cancelled', () => {
    const cancelled = { ...endsToday, status: 'cancelled' as const }
    expect(statusAt(cancelled, at('2030-01-01T00:00:00Z'))).toBe('cancelled')
  })
})
