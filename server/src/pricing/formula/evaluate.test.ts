import { parseFormula } from '@bindery/spreadsheet/formulas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/index.ts'
import { evaluated, inputOf, pricingOf, problemsOf } from '../testing/build-pricing.ts'
import { draws } from '../../../test/support/draws.ts'

const bike = pricingOf(
  `
inputs:
  value: { type: integer, description: purchase price in cents }
  kind: text
  locked: { type: boolean, default: false }
  start: { type: date, field: policy_start_date }
  company.industry: { type: text, default: other }
  discount: { type: number, optional: true }
variables:
  commission_rate: { type: number, default: 0.15 }
tables:
  rates: { file: tables/rates.csv, key: kind }
steps:
  gross: ROUND(net * 1.19, 0)
  net: value * rate * IF(locked, 0.9, 1) * (1 - discount)
  rate: VLOOKUP(kind, rates, "rate")
knockouts:
  too_valuable: value > 1000000
  too_old: YEAR(today) - YEAR(start) > 5
outputs:
  gross_premium: gross
  net_premium: ROUND(net, 0)
  net_commission_total: net * commission_rate
  policy_start_date: start
  ends: { value: 'EDATE(start, 12)', type: date }
  industry: company.industry
  is_locked: locked
`,
  { 'tables/rates.csv': 'kind,rate\ncity,0.05\nracing,0.08\n' },
)

const valid = { value: 100_000, kind: 'City', policy_start_date: '2027-01-31' }

describe('a price', () => {
  test('comes of inputs, variables, tables and steps in any order', () => {
    const calculation = evaluated(
      bike,
      inputOf({ ...valid, discount: 0.1 }, { commission_rate: 0.2 }),
    )
    expect(calculation).toEqual({
      outcome: 'priced',
      outputs: {
        gross_premium: { decimal: '5355' },
        net_premium: { decimal: '4500' },
        net_commission_total: { decimal: '900' },
        policy_start_date: '2027-01-31',
        ends: '2028-01-31',
        industry: 'other',
        is_locked: false,
      },
    })
  })

  test('reads members of an expanded dataset item', () => {
    const calculation = evaluated(bike, inputOf({ ...valid, company: { industry: 'it' } }))
    expect(calculation).toMatchObject({ outputs: { industry: 'it' } })
  })

  test('names its inputs and outputs', () => {
    expect(bike.kind).toBe('formula')
    expect(bike.inputs).toContain('company.industry')
    expect(bike.inputs).toContain('policy_start_date')
    expect(bike.outputs).toContain('gross_premium')
  })

  test('is declined by the first knockout that holds', () => {
    expect(evaluated(bike, inputOf({ ...valid, value: 1_000_001 }))).toEqual({
      outcome: 'knockout',
      code: 'too_valuable',
    })
    expect(evaluated(bike, inputOf({ ...valid, policy_start_date: '2020-01-01' }))).toEqual({
      outcome: 'knockout',
      code: 'too_old',
    })
  })

  test('reports all missing and wrong inputs at once', () => {
    const calculation = evaluated(
      bike,
      inputOf({ value: 1.5, kind: '', policy_start_date: '2027-02-30', locked: 'yes' }),
    )
    expect(calculation).toEqual({
      outcome: 'invalid',
      errors: [
        { code: 'invalid_value', field: 'value', path: 'data' },
        { code: 'required', field: 'kind', path: 'data' },
        { code: 'invalid_value', field: 'locked', path: 'data' },
        { code: 'invalid_value', field: 'policy_start_date', path: 'data' },
      ],
    })
  })

  test('fails at the step where the error arose, without the data of the customer', () => {
    // An answer that was sold before is not the customer's mistake.
    const input = { ...inputOf({ ...valid, kind: 'secret hovercraft' }), held: ['kind'] }
    const calculation = evaluated(bike, input)
    expect(calculation).toEqual({
      outcome: 'failed',
      place: 'step rate',
      reason: '#N/A: a lookup found no row, or a value is not available',
    })
  })

  test('fails when the integration sends a variable of the wrong type', () => {
    expect(evaluated(bike, inputOf(valid, { commission_rate: 'high' }))).toEqual({
      outcome: 'failed',
      place: 'variable commission_rate',
      reason: 'the pricing variable is not of type number',
    })
  })
})

describe('a trace', () => {
  test('shows each step with its formula, value and row', () => {
    const pricing = pricingOf(
      `
inputs:
  age: integer
tables:
  ages: tables/ages.csv
steps:
  rate: VLOOKUP(age, ages, 2)
  fixed: 2 * 3
knockouts:
  too_young: age < 18
outputs:
  gross_premium: rate * fixed
  tax_rate: 0
`,
      { 'tables/ages.csv': 'from,rate\n0,10\n\n30,20\n' },
    )
    const calculation = evaluated(pricing, inputOf({ age: 31 }), true)
    expect(calculation.outcome === 'priced' && calculation.trace).toEqual([
      { place: 'input age', formula: '', value: '31' },
      { place: 'knockout too_young', formula: 'age < 18', value: 'FALSE' },
      {
        place: 'step rate',
        formula: 'VLOOKUP(age, ages, 2)',
        value: '20',
        hit: 'tables/ages.csv row 4',
      },
      { place: 'step fixed', formula: '2 * 3', value: '6' },
      { place: 'output gross_premium', formula: 'rate * fixed', value: '120' },
      { place: 'output tax_rate', formula: '0', value: '0' },
    ])
    const declined = evaluated(pricing, inputOf({ age: 3 }), true)
    expect(declined).toMatchObject({
      outcome: 'knockout',
      trace: [{ value: '3' }, { value: 'TRUE' }],
    })
  })

  test('begins with what came in, and writes days as days', () => {
    const pricing = pricingOf(`
inputs:
  start: date
variables:
  rate: number
steps:
  ends: EDATE(start, 12) - 1
  days: ends - start + 1
  later: MAX(start, today) + days
outputs:
  gross_premium: days * rate
  tax_rate: 0
  renewal: { value: ends + 1, type: date }
  late: later * 1
`)
    const input = inputOf({ start: '2027-02-01' }, { rate: 2 })
    const calculation = evaluated(pricing, input, true)
    const trace = calculation.outcome === 'priced' ? (calculation.trace ?? []) : []
    expect(trace.map(({ place, value }) => [place, value])).toEqual([
      ['today', input.today.toString()],
      ['input start', '2027-02-01'],
      ['variable rate', '2'],
      ['step ends', '2028-01-31'],
      ['step days', '365'],
      ['step later', '2028-02-01'],
      ['output gross_premium', '730'],
      ['output tax_rate', '0'],
      ['output renewal', '2028-02-01'],
      ['output late', expect.stringMatching(/^\d{5}$/)],
    ])
  })
})

describe('whatever comes in', () => {
  test('no JSON makes a calculation throw', () => {
    const objects = fc.object({ maxDepth: 3, withNullPrototype: false })
    fc.assert(
      fc.property(objects, objects, fc.boolean(), (data, variables, trace) => {
        const mixed = { ...valid, ...JSON.parse(JSON.stringify(data)) } as JsonObject
        const others = JSON.parse(JSON.stringify(variables)) as JsonObject
        const { outcome } = evaluated(bike, inputOf(mixed, others), trace)
        expect(['priced', 'knockout', 'invalid', 'failed']).toContain(outcome)
      }),
    )
  })

  test('no JSON in a declared field makes a calculation throw', () => {
    const field = fc.constantFrom(
      'value',
      'kind',
      'locked',
      'policy_start_date',
      'company',
      'discount',
    )
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const data = { ...valid, [name]: JSON.parse(JSON.stringify(value)) } as JsonObject
        const calculation = evaluated(bike, inputOf(data))
        if (calculation.outcome === 'failed') expect(calculation.reason).not.toContain('internal')
      }),
      { numRuns: draws(150) },
    )
  })

  test('no formula of any shape crashes or hangs the compiler', () => {
    const { formula } = fc.letrec((tie) => ({
      leaf: fc.oneof(
        fc.constantFrom('age', 'rate', 'today', 'TRUE', '"a*"', '""', '#N/A', 't', 't[a]', 't[b]'),
        fc.constantFrom('{1,2;3,4}', '1e30', '0', '-1', '0.1', '1e-40', '2958465', '"2026-01-01"'),
      ),
      formula: fc.oneof(
        { maxDepth: 4 },
        tie('leaf'),
        fc
          .tuple(
            tie('formula'),
            fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<', '>'),
            tie('formula'),
          )
          .map(([a, operator, b]) => `(${String(a)}${operator}${String(b)})`),
        fc
          .tuple(fc.constantFrom(...callable), fc.array(tie('formula'), { maxLength: 5 }))
          .map(([name, parts]) => `${name}(${parts.join(',')})`),
      ),
    }))
    fc.assert(
      fc.property(formula, (text) => {
        const yaml = `
inputs: { age: integer, rate: { type: number, optional: true } }
tables: { t: tables/t.csv }
outputs: { gross_premium: ${JSON.stringify(text)}, tax_rate: "0.19" }
`
        const tables = { 'tables/t.csv': 'a,b\n1,x\n2,y\n' }
        if (problemsOf(yaml, tables).length > 0) return
        const calculation = evaluated(pricingOf(yaml, tables), inputOf({ age: 40 }), true)
        if (calculation.outcome === 'failed') expect(calculation.reason).not.toContain('internal')
      }),
      { numRuns: draws(500) },
    )
  })

  test('no text of any kind crashes the parser', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      ',',
      'IF',
      'a',
      '1',
      '"',
      '{',
      '}',
      '+',
      ' ',
      '[',
      ']',
      '#',
      ':',
      'LET(',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(typeof parseFormula(text).ok).toBe('boolean')
        },
      ),
      { numRuns: draws(500) },
    )
  })
})

const callable = [
  'IF',
  'IFERROR',
  'SWITCH',
  'CHOOSE',
  'AND',
  'VLOOKUP',
  'XLOOKUP',
  'MATCH',
  'INDEX',
  'LOOKUP',
  'SUM',
  'SUMPRODUCT',
  'SUMIFS',
  'COUNTIF',
  'AVERAGE',
  'MEDIAN',
  'LARGE',
  'RANK',
  'ROUND',
  'MROUND',
  'CEILING',
  'FLOOR',
  'MOD',
  'SQRT',
  'POWER',
  'EXP',
  'LOG',
  'DATE',
  'YEAR',
  'EDATE',
  'DATEDIF',
  'YEARFRAC',
  'WEEKDAY',
  'NETWORKDAYS',
  'LEFT',
  'MID',
  'TEXTJOIN',
  'SEARCH',
  'SUBSTITUTE',
  'REPT',
  'VALUE',
  'ISERROR',
  'N',
]
