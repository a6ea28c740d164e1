import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculate } from '../calculate.ts'
import type { CompiledPricing, OutputValue, PricedOutcome } from '../pricing-types.ts'
import { inputOf, pricingOf } from '../testing/build-pricing.ts'
import { toPremium } from './to-premium.ts'

type Given = Readonly<Record<string, string | number | boolean>>

/** Numbers are given as they would leave an engine: as exact text. */
function outcomeOf(given: Given): PricedOutcome {
  const outputs: Record<string, OutputValue> = {}
  for (const [name, value] of Object.entries(given)) {
    outputs[name] = typeof value === 'number' ? { decimal: String(value) } : value
  }
  return toPremium({ outcome: 'priced', outputs })
}

function premiumOf(given: Given) {
  const outcome = outcomeOf(given)
  if (outcome.outcome !== 'priced') throw new Error(JSON.stringify(outcome))
  return outcome.premium
}

function failureOf(given: Given): string {
  const outcome = outcomeOf(given)
  return outcome.outcome === 'failed' ? `${outcome.place} ${outcome.reason}` : outcome.outcome
}

describe('the duration strategy', () => {
  const price = { gross_premium: 119, net_premium: 100 }

  test.each([
    ['fixed_start_end', 'fixed_start_end'],
    ['fixed_start_and_end_date', 'fixed_start_end'],
    ['start_plus_duration', 'start_plus_duration'],
  ])('%s is %s', (name, strategy) => {
    expect(premiumOf({ ...price, duration_strategy: name }).durationStrategy).toBe(strategy)
  })

  test.each(['fixed_start_and_end', 'toString', '__proto__', 'Fixed_start'])(
    '%s is none',
    (name) => {
      expect(failureOf({ ...price, duration_strategy: name })).toContain('is none of fixed_start')
    },
  )
})

describe('the money contract', () => {
  test('makes whole minor units, half away from zero, and fills in what was left out', () => {
    expect(premiumOf({ gross_premium: 119.5, premium_tax: 19.4, net_premium: 100.5 })).toEqual({
      grossPaymentAmount: 120,
      grossPremium: 120,
      premiumTax: 19,
      netPremium: 101,
      netNetPremium: 101,
      netCommissionTotal: 0,
      taxRate: 0.193035,
      billingCycles: null,
      durationStrategy: null,
      policyStartDate: null,
      policyEndDate: null,
      policyDuration: null,
      flow: null,
      extra: {},
    })
  })

  test('derives the third of gross, tax and net, or two of them by the tax rate', () => {
    const parts = (given: Given) => {
      const { grossPremium, premiumTax, netPremium, taxRate } = premiumOf(given)
      return [grossPremium, premiumTax, netPremium, taxRate]
    }
    expect(parts({ gross_premium: 119, premium_tax: 19 })).toEqual([119, 19, 100, 0.19])
    expect(parts({ gross_premium: 119, net_premium: 100 })).toEqual([119, 19, 100, 0.19])
    expect(parts({ net_premium: 100, premium_tax: 19 })).toEqual([119, 19, 100, 0.19])
    expect(parts({ net_premium: 101, tax_rate: 0.19 })).toEqual([120, 19, 101, 0.19])
    expect(parts({ gross_premium: 119, tax_rate: 0.19 })).toEqual([119, 19, 100, 0.19])
    expect(parts({ gross_payment_amount: 119, tax_rate: 0.19 })).toEqual([119, 19, 100, 0.19])
    expect(parts({ gross_premium: 0, premium_tax: 0 })).toEqual([0, 0, 0, 0])
  })

  test('takes the commission off the net premium', () => {
    const premium = premiumOf({ net_premium: 100, tax_rate: 0, net_commission_total: 14.5 })
    expect(premium.netCommissionTotal).toBe(15)
    expect(premium.netNetPremium).toBe(85)
    expect(failureOf({ net_premium: 100, tax_rate: 0, net_commission_total: 101 })).toBe(
      'output net_commission_total is larger than the net premium',
    )
  })

  test('keeps a payment that differs from the premium', () => {
    const premium = premiumOf({ gross_premium: 100, tax_rate: 0, gross_payment_amount: 104 })
    expect(premium.grossPaymentAmount).toBe(104)
    expect(premium.grossPremium).toBe(100)
  })

  test('takes what is paid for the gross premium where there is no other: rounded to five, its tax gives way', () => {
    const rounded = { net_premium: 10_045, tax_rate: 0.05, gross_payment_amount: 10_545 }
    const amounts = { grossPremium: 10_545, premiumTax: 500, grossPaymentAmount: 10_545 }
    expect(premiumOf(rounded)).toMatchObject(amounts)
    expect(failureOf({ ...rounded, premium_tax: 502 })).toBe(
      'output gross_premium is not net_premium plus premium_tax after rounding',
    )
  })

  test('fails where less is paid than the premium is: a fee is never negative', () => {
    expect(failureOf({ gross_premium: 100, tax_rate: 0, gross_payment_amount: 99 })).toBe(
      'output gross_payment_amount is less than the gross premium',
    )
  })

  test('fails when gross is not net plus tax', () => {
    expect(failureOf({ gross_premium: 120, premium_tax: 19, net_premium: 100 })).toBe(
      'output gross_premium is not net_premium plus premium_tax after rounding',
    )
  })

  test('fails on amounts that no premium can be', () => {
    expect(failureOf({ gross_premium: -1, tax_rate: 0 })).toBe('output gross_premium is negative')
    expect(failureOf({ gross_premium: 1e13, tax_rate: 0 })).toContain('larger than any amount')
    // Net and tax may each be an amount where their sum is none.
    const both = { net_premium: 900_000_000_000.4, premium_tax: 171_000_000_000 }
    expect(outcomeOf(both)).toMatchObject({ outcome: 'failed', tooLarge: '1071000000000' })
    expect(outcomeOf({ ...both, net_premium: 829_000_000_000 })).toMatchObject({
      premium: { grossPremium: 1_000_000_000_000 },
    })
    expect(outcomeOf({ gross_premium: 1_000_000_000_000.5, tax_rate: 0 })).toMatchObject({
      outcome: 'failed',
      tooLarge: '1000000000001',
    })
    expect(failureOf({ gross_premium: 'lots', tax_rate: 0 })).toContain('is not a number')
    expect(failureOf({ gross_premium: true, tax_rate: 0 })).toContain('is not a number')
    expect(failureOf({ gross_premium: 100, premium_tax: 101 })).toContain('larger than the gross')
    expect(failureOf({ gross_premium: 100, net_premium: 101 })).toContain('larger than the gross')
    expect(failureOf({ gross_premium: 100, tax_rate: 19 })).toContain('such as 0.19')
    expect(failureOf({ gross_premium: 100 })).toContain('do not determine')
    expect(failureOf({})).toContain('do not determine')
    const broken = { gross_premium: { decimal: 'NaN' }, tax_rate: { decimal: '0' } }
    expect(toPremium({ outcome: 'priced', outputs: broken })).toMatchObject({ outcome: 'failed' })
  })

  test('reads outputs that have a meaning of their own', () => {
    const base = { gross_premium: 100, tax_rate: 0 }
    expect(
      premiumOf({
        ...base,
        billing_cycles: 12,
        duration_strategy: 'start_plus_duration',
        policy_start_date: '2027-01-01',
        policy_end_date: '',
        policy_duration: 'P1Y',
        flow: 'express',
      }),
    ).toMatchObject({
      billingCycles: 12,
      durationStrategy: 'start_plus_duration',
      policyStartDate: '2027-01-01',
      policyEndDate: null,
      policyDuration: 'P1Y',
      flow: 'express',
    })
    expect(failureOf({ ...base, billing_cycles: 1.5 })).toContain('output billing_cycles')
    expect(failureOf({ ...base, duration_strategy: 'forever' })).toContain('is none of fixed_start')
    expect(failureOf({ ...base, policy_start_date: '2027-02-30' })).toContain('is not a date')
    for (const wrong of ['1 year', 'P', 'P0D', 'PT1H', 'P-1Y']) {
      expect(failureOf({ ...base, policy_duration: wrong }), wrong).toContain('ISO 8601 duration')
    }
  })

  test('passes every other output on as JSON, long decimals as text', () => {
    const outputs = {
      gross_premium: { decimal: '100' },
      tax_rate: { decimal: '0' },
      score: { decimal: '0.125' },
      exact: { decimal: '0.1234567890123456' },
      segment: 'gold',
      is_new: true,
    }
    expect(toPremium({ outcome: 'priced', outputs })).toMatchObject({
      premium: {
        extra: { score: 0.125, exact: '0.1234567890123456', segment: 'gold', is_new: true },
      },
    })
  })

  test('leaves knockouts, invalid inputs and failures as they are', () => {
    const knockout = { outcome: 'knockout', code: 'too_old' } as const
    expect(toPremium(knockout)).toBe(knockout)
  })

  test('holds for every price: gross is net plus tax, in whole minor units', () => {
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
    const rate = fc.double({ min: 0, max: 0.4, noNaN: true })
    fc.assert(
      fc.property(
        amount,
        rate,
        fc.constantFrom('net_premium', 'gross_premium'),
        (value, tax, name) => {
          const premium = premiumOf({ [name]: value, tax_rate: tax })
          expect(premium.grossPremium).toBe(premium.netPremium + premium.premiumTax)
          expect(Number.isSafeInteger(premium.grossPremium)).toBe(true)
          expect(premium.premiumTax).toBeGreaterThanOrEqual(0)
        },
      ),
    )
    fc.assert(
      fc.property(amount, amount, amount, (gross, tax, net) => {
        const outcome = outcomeOf({ gross_premium: gross, premium_tax: tax, net_premium: net })
        if (outcome.outcome !== 'priced') return
        const { grossPremium, netPremium, premiumTax } = outcome.premium
        expect(grossPremium).toBe(netPremium + premiumTax)
      }),
    )
  })
})

describe('calculating', () => {
  test('answers at once with a premium where the kind can', () => {
    const pricing = pricingOf(
      'inputs:\n  value: integer\noutputs:\n  net_premium: value * 0.05\n  tax_rate: 0.19\n',
    )
    expect(calculate(pricing, inputOf({ value: 1010 }))).toMatchObject({
      outcome: 'priced',
      premium: { netPremium: 51, premiumTax: 10, grossPremium: 61 },
    })
    expect(calculate(pricing, inputOf({ value: 1010 }), { trace: true })).toHaveProperty('trace')
  })

  test('waits for kinds that answer later', async () => {
    const late: CompiledPricing = {
      kind: 'http',
      inputs: [],
      outputs: ['gross_premium'],
      contentHash: '',
      warnings: [],
      evaluate: () =>
        Promise.resolve({
          outcome: 'priced',
          outputs: { gross_premium: { decimal: '99.5' }, premium_tax: { decimal: '0' } },
        }),
    }
    const outcome = await calculate(late, inputOf({}))
    expect(outcome).toMatchObject({ outcome: 'priced', premium: { grossPremium: 100 } })
  })
})
