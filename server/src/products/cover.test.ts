import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysInclusive } from '../kernel/index.ts'
import type { Premium } from '../pricing/index.ts'
import { decideCover } from './cover.ts'

const today = Temporal.PlainDate.from('2027-03-01')

const premium: Premium = {
  grossPaymentAmount: 11_900,
  grossPremium: 11_900,
  premiumTax: 1_900,
  netPremium: 10_000,
  netNetPremium: 10_000,
  netCommissionTotal: 0,
  taxRate: 0.19,
  billingCycles: null,
  durationStrategy: null,
  policyStartDate: null,
  policyEndDate: null,
  policyDuration: null,
  flow: null,
  extra: {},
}

function cover(priced: Partial<Premium>, data = {}) {
  const decision = decideCover({ ...premium, ...priced }, data, today)
  if (!decision.ok) return decision.reason
  const { startDay, endDay } = decision.cover
  return `${startDay} to ${endDay ?? 'open'}`
}

describe('the days of cover', () => {
  it.each([
    ['start today with an open end when nobody says otherwise', {}, {}, '2027-03-01 to open'],
    [
      'start on the day that the customer chose',
      {},
      { policy_start_date: '2027-06-01' },
      '2027-06-01 to open',
    ],
    [
      'start where pricing says, whatever the customer chose',
      { policyStartDate: '2027-07-01' },
      { policy_start_date: '2027-06-01' },
      '2027-07-01 to open',
    ],
    [
      'with a fixed start ignore an end date',
      { durationStrategy: 'fixed_start', policyEndDate: '2027-12-31' },
      {},
      '2027-03-01 to open',
    ],
    [
      'with a fixed end start today',
      { durationStrategy: 'fixed_end', policyEndDate: '2027-12-31' },
      {},
      '2027-03-01 to 2027-12-31',
    ],
    [
      'with a fixed end may be this day alone',
      { durationStrategy: 'fixed_end', policyEndDate: '2027-03-01' },
      {},
      '2027-03-01 to 2027-03-01',
    ],
    [
      'with start and end are those the customer chose',
      { durationStrategy: 'fixed_start_end' },
      { policy_start_date: '2027-06-01', policy_end_date: '2027-06-14' },
      '2027-06-01 to 2027-06-14',
    ],
    [
      'of one year end the day before the anniversary',
      {
        durationStrategy: 'start_plus_duration',
        policyStartDate: '2027-06-29',
        policyDuration: 'P1Y',
      },
      {},
      '2027-06-29 to 2028-06-28',
    ],
    [
      'of one year from the first of March end on the leap day',
      {
        durationStrategy: 'start_plus_duration',
        policyStartDate: '2027-03-01',
        policyDuration: 'P1Y',
      },
      {},
      '2027-03-01 to 2028-02-29',
    ],
    [
      'of one year from a leap day end on 28 February',
      {
        durationStrategy: 'start_plus_duration',
        policyStartDate: '2028-02-29',
        policyDuration: 'P1Y',
      },
      {},
      '2028-02-29 to 2029-02-28',
    ],
    [
      'of one month from the 31st end with the shorter month',
      {
        durationStrategy: 'start_plus_duration',
        policyStartDate: '2028-01-31',
        policyDuration: 'P1M',
      },
      {},
      '2028-01-31 to 2028-02-29',
    ],
    [
      'of one day are one day',
      { durationStrategy: 'start_plus_duration', policyDuration: 'P1D' },
      {},
      '2027-03-01 to 2027-03-01',
    ],
    [
      'last as long as the customer chose',
      { durationStrategy: 'start_plus_duration' },
      { policy_start_date: '2027-06-01', policy_duration: 'P2W' },
      '2027-06-01 to 2027-06-14',
    ],
  ] as const)('%s', (_, priced, data, expected) => {
    expect(cover(priced, data)).toBe(expected)
  })

  it.each([
    ['an end that is missing', { durationStrategy: 'fixed_end' }, {}, /needs an end date/],
    [
      'an end that is not a date',
      { durationStrategy: 'fixed_end', policyEndDate: '2027-02-30' },
      {},
      /needs an end date/,
    ],
    [
      'a start that is missing',
      { durationStrategy: 'fixed_start_end', policyEndDate: '2027-12-31' },
      {},
      /needs a start date and an end date/,
    ],
    [
      'an end before the start',
      { durationStrategy: 'fixed_start_end', policyEndDate: '2027-05-31' },
      { policy_start_date: '2027-06-01' },
      /end on 2027-05-31, before it starts on 2027-06-01/,
    ],
    [
      'an end in the past',
      { durationStrategy: 'fixed_end', policyEndDate: '2027-02-28' },
      {},
      /before it starts/,
    ],
    [
      'cover for more than a lifetime',
      { durationStrategy: 'start_plus_duration', policyDuration: 'P121Y' },
      {},
      /longer than 120 years/,
    ],
  ] as const)('%s cannot be sold', (_, priced, data, reason) => {
    expect(cover(priced, data)).toMatch(reason)
  })

  it.each([
    null,
    '',
    'one year',
    '1Y',
    'PT24H',
    'P1DT1M',
    'P1DT0.5S',
    '-P1Y',
    'P0D',
    'P999999999Y',
  ])('a duration of %j cannot be sold', (policyDuration) => {
    expect(cover({ durationStrategy: 'start_plus_duration', policyDuration })).toMatch(
      /needs an ISO 8601 duration of whole days/,
    )
  })

  it('last as many days as their duration says, wherever they start', () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.integer({ min: 1, max: 4000 }), (inDays, days) => {
        const decision = decideCover(
          {
            ...premium,
            durationStrategy: 'start_plus_duration',
            policyStartDate: today.add({ days: inDays }).toString(),
            policyDuration: `P${days}D`,
          },
          {},
          today,
        )
        if (!decision.ok || decision.cover.endDay === null) throw new Error('it has an end')
        expect(daysInclusive(decision.cover.startDay, decision.cover.endDay)).toBe(days)
      }),
    )
  })
})
