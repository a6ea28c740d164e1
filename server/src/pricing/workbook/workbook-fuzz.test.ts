import { functionSignatures, specialForms } from '@bindery/spreadsheet/formulas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluated, inputOf, pricingOf } from '../testing/build-pricing.ts'
import {
  compiledWorkbook,
  layoutOf,
  quoteOf,
  type PricingParts,
} from '../testing/build-workbook.ts'
import { type Typed, workbookOf } from '@bindery/spreadsheet/testing'
import { compileWorkbook } from './compile-workbook.ts'
import { draws } from '../../../test/support/draws.ts'

const addresses = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3', 'C1', 'C2', 'C3']

const literals = fc.constantFrom(
  '0',
  '1',
  '-1',
  '2.5',
  '1e15',
  '1e-9',
  '60',
  '45000',
  '""',
  '"a"',
  '"12"',
  '"2026-02-29"',
  '">=1"',
  '"a*"',
  'TRUE',
  'FALSE',
  '#N/A',
  '{1,2;3,4}',
  '{"a","b"}',
)
const references = fc.constantFrom(
  ...addresses,
  '$A$1',
  'A1:A3',
  'A1:C3',
  'A:A',
  '1:1',
  'Data!A1',
  'Data!A:B',
  "'Data'!A1:B9",
  'rate',
  'Rates[Factor]',
  'Rates[#All]',
)
const operators = fc.constantFrom('+', '-', '*', '/', '^', '&', '=', '<>', '<', '<=', '>', '>=')
const signatures = Object.entries({ ...functionSignatures, ...specialForms })

/** Formulas of every shape that the grammar has, most of them nonsense. */
const { formula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: literals },
    { weight: 4, arbitrary: references },
    {
      weight: 3,
      arbitrary: fc.tuple(tie('formula'), operators, tie('formula')).map((parts) => parts.join('')),
    },
    fc.tuple(fc.constantFrom('-', '+', '@'), tie('formula')).map((parts) => parts.join('')),
    tie('formula').map((inner) => `(${inner})`),
    tie('formula').map((inner) => `${inner}%`),
    fc
      .constantFrom(...signatures)
      .chain(([name, { min, max }]) =>
        fc
          .array(tie('formula'), { minLength: min, maxLength: Math.min(max, min + 2) })
          .map((parts) => `${name}(${parts.join(',')})`),
      ),
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('SUM', 'IF', 'OFFSET', 'NOPE'), fc.array(tie('formula')))
        .map(([name, parts]) => `${name}(,${parts.join(',')})`),
    },
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => `LET(x,${a},x+${b})`),
  ),
}))

const values: fc.Arbitrary<Typed> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -100, max: 50_000 }),
  fc.constantFrom('', 'a', 'B', '12', '5%', '2027-01-31', 'ä*?~', true, false),
  fc.constant({ error: '#N/A' as const }),
  fc.constant(null),
)
const cells = fc.dictionary(
  fc.constantFrom(...addresses),
  fc.oneof(
    { weight: 2, arbitrary: values },
    formula.map((text) => `=${text}`),
  ),
)
const arrays = formula.map((text) => `{=${text}}B1:B3`)
const answers = fc.dictionary(
  fc.constantFrom('a', 'b', 'today', 'unknown'),
  fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.constant('2027-01-31')),
)

function partsOf(sheet: Record<string, Typed>, output: string): PricingParts {
  return {
    sheets: {
      Calc: { ...sheet, Z1: `=${output}`, Z2: 0.19, Z3: `=IFERROR(${output},1)` },
      Data: { A1: 'key', B1: 'Factor', A2: 'a', B2: 1.5, A3: 'b', B3: 2 },
    },
    names: { rate: 'Data!$B$2', other: 'rate*2' },
    tables: [
      {
        name: 'Rates',
        sheet: 'Data',
        range: 'A1:B3',
        columns: ['key', 'Factor'],
        hasHeader: true,
        hasTotals: false,
      },
    ],
    inputs: {
      a: { cell: 'Calc!A1', required: 'Calc!B1', isValid: 'Calc!Z1' },
      b: { cell: 'Calc!A2', isValid: 'Calc!B2', knocksOut: true },
      today: 'Calc!A3',
    },
    predefined: { rate: 'Calc!C1' },
    outputs: {
      net_premium: 'Calc!Z1',
      tax_rate: 'Calc!Z2',
      extra: 'Calc!Z3',
      knockout_x: 'Calc!C3',
      some_date: 'Calc!C2',
    },
  }
}

describe('whatever stands in a workbook', () => {
  test('no formula over any cells crashes or hangs the compiler, and every answer gets an outcome', () => {
    let compiledCount = 0
    fc.assert(
      fc.property(cells, fc.option(arrays), formula, answers, (sheet, array, output, data) => {
        const parts = partsOf(array === null ? sheet : { ...sheet, B1: array }, output)
        const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
        if (!result.ok) {
          for (const problem of result.problems) {
            expect(problem.message).not.toBe('')
            expect(problem.fix).not.toBe('')
          }
          return
        }
        compiledCount += 1
        const { workbook } = result
        // What JSON holds is what `jsonValue` makes, though its type says less.
        const input = quoteOf(JSON.parse(JSON.stringify(data)))
        const calculation = workbook.evaluate(input, { trace: true })
        expect(['priced', 'knockout', 'invalid', 'failed']).toContain(calculation.outcome)
        const reason = calculation.outcome === 'failed' ? calculation.reason : ''
        expect(reason).not.toContain('internal error')
        const { trace: _, ...plain } = { trace: undefined, ...calculation }
        expect(workbook.evaluate(input)).toEqual(plain)
        for (const { value } of [...workbook.recompute(), ...workbook.cellsFor(input).computed]) {
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
        }
      }),
      { numRuns: draws(400) },
    )
    // Most random workbooks are refused; enough must get through to be priced.
    expect(compiledCount).toBeGreaterThan(draws(30))
  })

  test('a quote leaves nothing behind for the next', () => {
    fc.assert(
      fc.property(cells, formula, fc.array(answers, { maxLength: 4 }), (sheet, output, quotes) => {
        const parts = partsOf(sheet, output)
        const result = compileWorkbook(workbookOf(parts), layoutOf(parts))
        if (!result.ok) return
        const inputs = quotes.map((data) => quoteOf(JSON.parse(JSON.stringify(data))))
        const first = inputs.map((input) => result.workbook.evaluate(input))
        const again = inputs.toReversed().map((input) => result.workbook.evaluate(input))
        expect(again.toReversed()).toEqual(first)
      }),
      { numRuns: draws(300) },
    )
  })
})

/** Arithmetic that both engines have, on amounts of a price's size. */
const { arithmetic } = fc.letrec<{ arithmetic: string }>((tie) => ({
  arithmetic: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('x', 'y', '1.19', '0.5', '12', '100'),
    fc
      .tuple(tie('arithmetic'), fc.constantFrom('+', '-', '*'), tie('arithmetic'))
      .map(([a, operator, b]) => `(${a}${operator}${b})`),
    tie('arithmetic').map((a) => `${a}/8`),
    tie('arithmetic').map((a) => `ROUND(${a},4)`),
    fc.tuple(tie('arithmetic'), tie('arithmetic')).map(([a, b]) => `MAX(${a},${b})`),
    fc.tuple(tie('arithmetic'), tie('arithmetic')).map(([a, b]) => `SUM(${a},${b},1)`),
    fc.tuple(tie('arithmetic'), tie('arithmetic')).map(([a, b]) => `IF(${a}>${b},${a},${b})`),
    tie('arithmetic').map((a) => `ABS(${a})`),
  ),
}))

describe('the two engines', () => {
  test('come to the same cents', () => {
    const amounts = fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100)
    fc.assert(
      fc.property(arithmetic, amounts, amounts, (text, x, y) => {
        const exact = pricingOf(
          `inputs:\n  x: number\n  y: number\noutputs:\n  net_premium: x\n  tax_rate: 0\n  value: ${text}\n`,
        )
        const workbook = compiledWorkbook({
          sheets: {
            Calc: {
              A1: 0,
              B1: 0,
              K1: '=A1',
              K2: 0,
              K3: `=${text.replaceAll('x', 'A1').replaceAll('y', 'B1')}`,
            },
          },
          inputs: { x: 'Calc!A1', y: 'Calc!B1' },
          outputs: { net_premium: 'Calc!K1', tax_rate: 'Calc!K2', value: 'Calc!K3' },
        })
        const a = amountOf(evaluated(exact, inputOf({ x, y })))
        const b = amountOf(workbook.evaluate(quoteOf({ x, y })))
        expect(Math.abs(a - b)).toBeLessThanOrEqual(Math.max(0.005, Math.abs(a) * 1e-12))
      }),
      { numRuns: draws(300) },
    )
  })
})

function amountOf(calculation: ReturnType<typeof evaluated>): number {
  const value = calculation.outcome === 'priced' ? calculation.outputs['value'] : undefined
  return typeof value === 'object' ? Number(value.decimal) : Number.NaN
}
