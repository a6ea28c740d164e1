import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { type CompiledPricing, calculate, compilePricing } from '../../src/pricing/index.ts'
import { readProductFolder } from '../../src/products/index.ts'

const randomInputs = 10_000

let workbook: CompiledPricing
let formula: CompiledPricing
let industries: readonly string[]

beforeAll(async () => {
  workbook = await pricingOf('cyber')
  formula = await pricingOf('cyber-formula')
  industries = await industriesOf('cyber-formula')
})

test('a workbook and formulas with the same tariff ask for the same cents', async () => {
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      answers(),
      fc.constantFrom(0, 0.07, 0.125, 0.15, 0.2, 0.35),
      async (data, rate) => {
        const input = { data, variables: { commission_rate: rate }, today }
        const asked = await calculate(workbook, input)
        const twin = await calculate(formula, input)
        if (!isDeepStrictEqual(asked, twin)) expect(asked).toEqual(twin)
        outcomes.set(asked.outcome, (outcomes.get(asked.outcome) ?? 0) + 1)
        if (asked.outcome !== 'priced') return
        const { grossPremium, netPremium, premiumTax } = asked.premium
        if (grossPremium !== netPremium + premiumTax) expect.fail('gross is not net and tax')
      },
    ),
    { numRuns: randomInputs },
  )
  expect([...outcomes.keys()].toSorted()).toEqual(['knockout', 'priced'])
  expect(outcomes.get('priced')).toBeGreaterThan(randomInputs / 2)
})

test('both know the same questions and give the same outputs', () => {
  expect([workbook.kind, formula.kind]).toEqual(['workbook', 'formula'])
  const given = ['gross_payment_amount', 'gross_premium', 'premium_tax']
  expect(workbook.outputs.filter((name) => !given.includes(name)).toSorted()).toEqual(
    formula.outputs.toSorted(),
  )
})

const today = Temporal.PlainDate.from('2027-03-01')

/** Answers that the rules of the quote let through: round numbers as people give them, and any others. */
function answers(): fc.Arbitrary<JsonObject> {
  const round = (from: number, to: number, step: number) =>
    fc.oneof(
      fc.integer({ min: from / step, max: to / step }).map((steps) => steps * step),
      fc.integer({ min: from, max: to }),
    )
  return fc.record(
    {
      employee_number: fc.integer({ min: 0, max: 250 }),
      yearly_turnover: round(0, 6_000_000_000, 50_000_000),
      company_backup: fc.constantFrom('weekly', 'monthly', 'quarterly', 'yearly', 'never'),
      encryption: fc.boolean(),
      deductible: fc.constantFrom(100_000, 500_000, 1_000_000),
      insured_sum: round(10_000_000, 100_000_000, 1_000_000),
      online_revenue_percentage: fc.constantFrom('0_25', '26_50', 'above_50'),
      policy_start_date: fc
        .integer({ min: 1, max: 4_000 })
        .map((days) => today.add({ days }).toString()),
      third_party_coverage: fc.boolean(),
      company: fc.constantFrom(...industries).map((code) => ({ industry_code: code })),
    },
    { requiredKeys: [...answered] },
  )
}

const answered = [
  'employee_number',
  'yearly_turnover',
  'company_backup',
  'encryption',
  'deductible',
  'insured_sum',
  'online_revenue_percentage',
  'policy_start_date',
  'third_party_coverage',
] as const

async function filesOf(example: string) {
  return readProductFolder(fileURLToPath(new URL(`../../../examples/${example}/`, import.meta.url)))
}

async function pricingOf(example: string): Promise<CompiledPricing> {
  const result = await compilePricing(await filesOf(example))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.pricing
}

/** The second column of the rates. */
async function industriesOf(example: string): Promise<string[]> {
  const table = Buffer.from((await filesOf(example)).get('tables/rates.csv') ?? []).toString()
  const rows = table.trim().split('\n').slice(1)
  expect(rows).toHaveLength(500)
  return [...new Set(rows.map((row) => row.split(',')[1] ?? ''))]
}
