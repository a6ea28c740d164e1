import { describe, expect, it } from 'vitest'
import { taxByLaw } from '../pricing/index.ts'
import { changeTax, moveTaxChanges, taxChangesOn, taxDay } from './tax-changes.ts'
import type { Segment, Term, Timeline } from './timeline.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const month: Term = {
  firstDay: day('2027-01-01'),
  lastDay: day('2027-12-31'),
  frequency: 'month',
}
const held: Segment = {
  firstDay: day('2027-01-01'),
  kind: 'cover',
  price: { payment: 11_900, tax: 1_900, fee: 0, commission: 0 },
}
const timeline = (term: Term = month): Timeline => ({
  terms: [term],
  segments: [held],
  ending: null,
})
const chargedTo = (last: string) => {
  const lastDay = day(last)
  return [{ period: { firstDay: lastDay, lastDay, wholeDays: 1, daysBefore: 0 } }]
}
const asked = (law: string, dueDay: number | null = null) => ({
  day: day(law),
  billingOf: () => ({ issueDaysBefore: 7, dueDay }),
  isRenewable: true,
})

describe('the first day of a change of tax', () => {
  it.each([
    ['the first period that is due then', '2027-04-01', null, '2027-02-28', '2027-04-01'],
    [
      'the next one where the day lies within a period',
      '2027-04-02',
      null,
      '2027-02-28',
      '2027-05-01',
    ],
    ['the first that is not charged', '2027-04-01', null, '2027-04-30', '2027-05-01'],
    ['one that began before and is due after', '2027-04-10', 15, '2027-02-28', '2027-04-01'],
    ['the next term, where all is charged', '2027-04-01', null, '2027-12-31', '2028-01-01'],
  ])('is %s', (_, law, dueDay, charged, first) => {
    expect(String(taxDay(timeline(), chargedTo(charged), asked(law, dueDay)))).toBe(first)
  })

  it('is none where the next term is due before the day, or never follows', () => {
    expect(taxDay(timeline(), chargedTo('2027-12-31'), asked('2028-01-02'))).toBeNull()
    const once = { ...asked('2027-06-01'), isRenewable: false }
    expect(
      taxDay(timeline({ ...month, frequency: null }), chargedTo('2027-12-31'), once),
    ).toBeNull()
  })

  it('follows a change of plan, whose periods are others', () => {
    const change = { day: day('2027-05-01'), firstDay: day('2027-05-01'), from: 0.19, to: 0.21 }
    const planned = {
      firstDay: day('2027-04-01'),
      planId: 'pp_quarter',
      frequency: 'quarter',
    } as const
    const after = { ...timeline({ ...month, planChanges: [planned] }), taxChanges: [change] }
    const { billingOf } = asked('2027-05-01')
    expect(moveTaxChanges(after, planned.firstDay, billingOf)).toEqual([
      { ...change, firstDay: day('2027-07-01') },
    ])
    expect(moveTaxChanges(after, day('2027-06-01'), billingOf)).toEqual([change])
  })
})

it('a change cuts the segment that holds on its day', () => {
  const change = { day: day('2027-04-01'), firstDay: day('2027-04-01'), from: 0.19, to: 0.21 }
  const dearer = { ...held.price, payment: 12_100, tax: 2_100 }
  const after = changeTax(timeline(), change, (one) => ({ ...one, price: dearer }))
  expect(after.segments.map(({ firstDay, price }) => [String(firstDay), price.payment])).toEqual([
    ['2027-01-01', 11_900],
    ['2027-04-01', 12_100],
  ])
  expect(taxChangesOn(after, day('2027-03-31'))).toEqual([])
  expect(taxChangesOn(after, day('2027-04-01'))).toEqual([{ from: 0.19, to: 0.21 }])
})

describe('a premium', () => {
  const premium = {
    grossPaymentAmount: 12_000,
    grossPremium: 11_900,
    premiumTax: 1_900,
    netPremium: 10_000,
    netNetPremium: 9_000,
    netCommissionTotal: 1_000,
    taxRate: 0.19,
    billingCycles: 12,
    durationStrategy: null,
    policyStartDate: null,
    policyEndDate: null,
    policyDuration: null,
    flow: null,
    extra: {},
  }
  const [first, second] = [
    { from: 0.19, to: 0.16 },
    { from: 0.16, to: 0.19 },
  ]

  it('keeps net, commission and fee, and has each change once', () => {
    const cheaper = taxByLaw(premium, [first])
    expect(cheaper).toEqual({
      ...premium,
      grossPaymentAmount: 11_700,
      grossPremium: 11_600,
      premiumTax: 1_600,
      taxRate: 0.16,
      taxChanges: [first],
    })
    expect(taxByLaw(cheaper, [first])).toBe(cheaper)
    expect(taxByLaw(cheaper, [first, second])).toEqual({ ...premium, taxChanges: [first, second] })
  })

  it('of another rate stays, and one whose rate is worked out from cents is known by them', () => {
    const other = { ...premium, taxRate: 0.05, premiumTax: 500, grossPremium: 10_500 }
    expect(taxByLaw(other, [first])).toEqual({ ...other, taxChanges: [first] })
    const small = {
      ...premium,
      netPremium: 1_013,
      premiumTax: 192,
      grossPremium: 1_205,
      taxRate: 0.189536,
    }
    expect(taxByLaw(small, [first]).premiumTax).toBe(162)
  })
})
