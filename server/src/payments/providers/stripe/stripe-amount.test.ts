import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountMax } from '../../../kernel/index.ts'
import { fromStripe, toStripe } from './stripe-amount.ts'

const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())
const amounts = fc.integer({ min: 0, max: amountMax })

describe('an amount at Stripe', () => {
  it.each([
    ['eur', 1_234, 1_234],
    ['chf', 5, 5],
    ['huf', 1_234, 1_234],
    ['jpy', 500, 500],
    // Without a minor unit, and with two digits at Stripe all the same.
    ['isk', 5, 500],
    // Nobody knows how many digits.
    ['ugx', 5, null],
    // The other way round: two digits by ISO 4217, and none at Stripe.
    ['mga', 1_200, 12],
    ['mga', 1_250, null],
    // The last of three digits has to be 0.
    ['kwd', 5_120, 5_120],
    ['kwd', 5_124, null],
  ])('in %s of %i is %s there', (currency, ours, there) => {
    expect(toStripe(ours, currency)).toBe(there)
  })

  it('comes back as it went, in every currency, as a charge, a refund, or what was taken back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
        const there = toStripe(amount, currency)
        if (there === null) return
        expect(fromStripe(there, currency)).toBe(amount)
        expect(fromStripe(-there, currency)).toBe(amount === 0 ? -there : -amount)
      }),
    )
  })

  it('that can be taken there is the same there after it was written down here', () => {
    fc.assert(
      fc.property(fc.constantFrom(...currencies), amounts, (currency, amount) => {
        fc.pre(currency !== 'ugx')
        const steps = currency === 'isk' ? 100 : 10
        const there = Math.floor(amount / 1_000) * steps
        expect(toStripe(fromStripe(there, currency), currency)).toBe(there)
      }),
    )
  })

  it('of a fee with parts that nobody can pay is rounded', () => {
    expect([149, 150, -149, -150, 49].map((fee) => fromStripe(fee, 'isk'))).toEqual([
      1, 2, -1, -2, 0,
    ])
  })
})
