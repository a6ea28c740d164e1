import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../kernel/index.ts'
import { calculate } from '../calculate.ts'
import { compilePricing } from '../compile-pricing.ts'
import type { PricingInput } from '../pricing-types.ts'
import { type AnswerFields, explainDifference } from './explain-difference.ts'
import { prepareSwaps } from './prepare-swaps.ts'
import type { Grain, Share } from './share.ts'
import { draws } from '../../../test/support/draws.ts'

type Rates = readonly (readonly [string, number])[]

interface Tariff {
  readonly base?: number
  readonly rates?: Rates
  readonly net?: string
}

const usual: Rates = [
  ['office', 1],
  ['retail', 1.1],
  ['food', 1.4],
]
const answerFields: AnswerFields = {
  fields: ['industry', 'sum', 'birthday', 'start'],
  dayFields: ['start'],
}
const exactNet = '=Inputs!B2*B1*VLOOKUP(Inputs!B1,Rates!$A$4:$B$99,2,FALSE)+B2'

/** A tariff by industry and sum insured, with a cent for each year of age. */
function workbook({ base = 0.05, rates = usual, net = exactNet }: Tariff = {}) {
  return buildXlsx({
    sheets: {
      Inputs: sheetOf({
        A1: 'industry',
        B1: 'retail',
        A2: 'sum',
        B2: 1000,
        A3: 'birthday',
        B3: 36526,
        A4: 'start',
        B4: 46327,
        A5: 'today',
        B5: 46327,
      }),
      Model: sheetOf({
        A1: 'Base rate',
        B1: base,
        A2: 'Age',
        B2: '=DATEDIF(Inputs!B3,Inputs!B4,"Y")',
        A3: 'Net premium',
        B3: net,
      }),
      Outputs: sheetOf({ A1: 'net_premium', B1: '=Model!B3', A2: 'tax_rate', B2: 0.19 }),
      Rates: sheetOf({
        A1: 'Factors',
        A3: 'industry',
        B3: 'factor',
        ...Object.fromEntries(
          rates.flatMap(([industry, factor], at) => [
            [`A${at + 4}`, industry],
            [`B${at + 4}`, factor],
          ]),
        ),
      }),
    },
  })
}

const folderOf = (bytes: Uint8Array) => ({ files: new Map([['pricing.xlsx', bytes]]), prefix: '' })

function formulas(
  base: string,
  rates: Rates,
  net = 'sum * base * VLOOKUP(industry, rates, 2, FALSE)',
) {
  const text = (content: string) => new TextEncoder().encode(content)
  const yaml = `kind: formula
inputs:
  industry: { type: text }
  sum: { type: number }
tables:
  rates: { file: tables/rates.csv }
steps:
  base: "${base}"
  net: "${net}"
outputs:
  net_premium: net
  tax_rate: "0.19"
`
  const csv = `industry,factor\n${rates.map((row) => row.join(',')).join('\n')}\n`
  const files = new Map([
    ['pricing.yaml', text(yaml)],
    ['tables/rates.csv', text(csv)],
  ])
  return { files, prefix: '' }
}

const day = (text: string) => Temporal.PlainDate.from(text)
const answers: JsonObject = {
  industry: 'retail',
  sum: 100_000,
  birthday: '1990-06-15',
  start: '2026-01-01',
}

function input(data: JsonObject = {}, today = '2026-01-01'): PricingInput {
  return { data: { ...answers, ...data }, variables: {}, today: day(today) }
}

type Folder = ReturnType<typeof folderOf>

async function explain(
  before: readonly [Folder, PricingInput],
  after: readonly [Folder, PricingInput],
  grain: Grain = 'cell',
) {
  const swaps = await prepareSwaps(before[0], after[0], grain)
  if (swaps === null) throw new Error('both price here')
  const explained = explainDifference(swaps, before[1], after[1], answerFields)
  if (explained.outcome !== 'explained') throw new Error(`${explained.side} has no price`)
  return explained
}

const show = ({ cause, place, amount }: Share) => `${cause} ${place} ${amount}`.replace('  ', ' ')

/** The price as customers are asked for it, by the other way: no swap, no slot. */
async function priced(folder: Folder, asked: PricingInput): Promise<number> {
  const compiled = await compilePricing(folder.files, { isAccepted: true })
  if (!compiled.ok) throw new Error('a tariff that compiles')
  const outcome = await calculate(compiled.pricing, { ...asked, held: Object.keys(asked.data) })
  if (outcome.outcome !== 'priced') throw new Error(`no price: ${JSON.stringify(outcome)}`)
  return outcome.premium.grossPaymentAmount
}

const sumOf = (shares: readonly Share[]) => shares.reduce((sum, { amount }) => sum + amount, 0)

describe('why a price differs', () => {
  it('the same answers by the same tariff have no shares', async () => {
    const side = [folderOf(workbook()), input()] as const
    const { before, after, shares } = await explain(side, side)
    expect({ before, after, shares }).toEqual({ before: 6587, after: 6587, shares: [] })
  })

  it('one answer is one share, and one rate is one share with its words', async () => {
    const old = folderOf(workbook())
    const { shares } = await explain([old, input()], [old, input({ sum: 120_000 })])
    expect(shares).toEqual([
      { cause: 'answer', place: 'sum', words: null, before: 100_000, after: 120_000, amount: 1309 },
    ])
    const rates = usual.map(([name, factor]) => [name, name === 'retail' ? 1.2 : factor] as const)
    const dearer = await explain([old, input()], [folderOf(workbook({ rates })), input()])
    expect(dearer.shares).toEqual([
      {
        cause: 'cell',
        place: 'Rates!B5',
        words: { heading: 'factor', keys: '"retail"', cells: 1 },
        before: 1.1,
        after: 1.2,
        amount: 595,
      },
    ])
  })

  it('answers come first, then cells as the workbook has them, then days', async () => {
    const rates = usual.map(([name, factor]) => [name, factor + 0.1] as const)
    const now = folderOf(workbook({ base: 0.06, rates }))
    const { shares, before, after } = await explain(
      [folderOf(workbook()), input()],
      [now, input({ industry: 'food', start: '2027-01-01' }, '2027-01-01')],
    )
    expect(shares.map(show)).toEqual([
      'answer industry 1785',
      'cell Model!B1 1666',
      'cell Rates!B6 714',
      'days 1',
    ])
    expect(sumOf(shares)).toBe(after - before)
  })

  it('a formula that differs is structure, whatever else can be swapped alone', async () => {
    const net = exactNet.replace('+B2', '+2*B2')
    const now = folderOf(workbook({ base: 0.06, net }))
    const { shares } = await explain([folderOf(workbook()), input()], [now, input()])
    expect(shares.map(show)).toEqual(['cell Model!B1 1309', 'structure 42', 'rounding -1'])
  })

  it('what gives no price by itself becomes so with the structure', async () => {
    const rates = [...usual.slice(0, 2), ['garden', 0.9] as const, ...usual.slice(2)]
    const now = folderOf(workbook({ base: 0.06, rates }))
    const { shares } = await explain(
      [folderOf(workbook()), input()],
      [now, input({ industry: 'garden', sum: 200_000 })],
    )
    expect(shares.map(show)).toEqual(['answer sum 6545', 'cell Model!B1 2618', 'structure -2856'])
  })

  it('cents that no share has for itself are rounding', async () => {
    // 0.4 cents each, and together one.
    const tariff = (one: number, two: number) =>
      folderOf(
        buildXlsx({
          sheets: {
            Inputs: sheetOf({ A1: 'sum', B1: 1000 }),
            Outputs: sheetOf({
              A1: 'gross_premium',
              B1: '=Inputs!B1+Rates!B1+Rates!B2',
              A2: 'tax_rate',
              B2: 0,
            }),
            Rates: sheetOf({ A1: 'One', B1: one, A2: 'Two', B2: two }),
          },
        }),
      )
    const { shares } = await explain([tariff(0.1, 0.1), input()], [tariff(0.5, 0.5), input()])
    expect(shares.map(show)).toEqual(['rounding 1'])
  })

  it('tables are swapped at once where they are many', async () => {
    const rates = usual.map(([name, factor]) => [name, factor + 0.1] as const)
    const { shares } = await explain(
      [folderOf(workbook()), input()],
      [folderOf(workbook({ rates })), input()],
      'table',
    )
    expect(shares).toMatchObject([
      { cause: 'table', place: 'Rates!B4:B6', words: { heading: 'factor', cells: 3 }, amount: 595 },
    ])
  })

  it('formula files are explained by plain steps and rows of tables', async () => {
    const rates = usual.map(([name, factor]) => [name, Number((factor + 0.1).toFixed(2))] as const)
    const [old, now] = [formulas('0.05', usual), formulas('0.06', rates)]
    const { shares } = await explain([old, input()], [now, input({ sum: 200_000 })])
    expect(shares.map(show)).toEqual([
      'answer sum 6545',
      'cell tables/rates.csv row 3 1190',
      'cell step base 2856',
    ])
    expect(shares[1]).toMatchObject({
      words: { heading: 'factor', keys: '"retail"' },
      before: 1.1,
      after: 1.2,
    })
    const longer = formulas('0.05', [...rates, ['pets', 3]])
    const table = await explain([old, input()], [longer, input()])
    expect(table.shares.map(show)).toEqual(['table tables/rates.csv 595'])
  })

  it('a workbook that became a formula file is structure alone', async () => {
    const { shares } = await explain(
      [folderOf(workbook()), input()],
      [formulas('0.05', usual), input()],
    )
    expect(shares.map(show)).toEqual(['structure -42'])
  })

  it('a workbook with all that changed swapped prices as the newer one', async () => {
    const cell = fc.oneof(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('retail', 'food', true, ''),
    )
    // Rows with the same name can be taken for one another: what moved is structure then.
    const names = fc.shuffledSubarray(['office', 'retail', 'food', 'pets'], {
      minLength: 3,
      maxLength: 3,
    })
    const column = fc.array(cell, { minLength: 3, maxLength: 3 })
    const lookup = 'IFERROR(VLOOKUP(Inputs!B1,Rates!A1:B3,2,FALSE)+0,7)'
    const formula = fc.constantFrom(
      lookup,
      'IFERROR(INDEX(Rates!B1:B3,MATCH(Inputs!B2,Rates!B1:B3,1))+0,7)',
      'SUM(Rates!B:B)+COUNTIF(Rates!A1:A3,Inputs!B1)',
      'SUMIF(Rates!A1:A3,Inputs!B1,Rates!B1:B3)+COUNTA(Rates!B1:B3)',
      'IFERROR(MAX(Rates!B1:B3)*LOOKUP(Inputs!B2,{1,5,20},{1,2,3}),Rates!B2&""="x")+1',
      'IFERROR(SUMPRODUCT((Rates!A1:A3=Inputs!B1)*Rates!B1:B3),3)',
      'IF(ISNUMBER(Rates!B1),Rates!B1,5)+LEN(Rates!A2)',
    )
    const workbookWith = (
      net: string,
      rates: readonly (readonly [string, string | number | boolean])[],
    ) =>
      folderOf(
        buildXlsx({
          sheets: {
            Inputs: sheetOf({ A1: 'industry', B1: 'retail', A2: 'sum', B2: 10 }),
            Outputs: sheetOf({ A1: 'net_premium', B1: `=${net}`, A2: 'tax_rate', B2: 0 }),
            Rates: sheetOf(
              Object.fromEntries(
                rates.flatMap(([name, value], at) => [
                  [`A${at + 1}`, name],
                  ...(value === '' ? [] : [[`B${at + 1}`, value] as const]),
                ]),
              ),
            ),
          },
        }),
      )
    await fc.assert(
      fc.asyncProperty(
        formula,
        names,
        column,
        column,
        fc.nat(30),
        async (net, of, one, two, sum) => {
          const rates = (values: typeof one) =>
            of.map((name, at) => [name, values[at] ?? ''] as const)
          const swaps = await prepareSwaps(
            workbookWith(net, rates(one)),
            workbookWith(net, rates(two)),
            'cell',
          )
          // A column that is searched for the nearest must be sorted: such a tariff is never accepted.
          fc.pre(swaps !== null)
          const asked = { ...input({ industry: 'food', sum }), held: ['industry', 'sum'] }
          const all = swaps.swaps.map(() => true)
          expect(swaps.price(asked, all)).toEqual(swaps.priceAfter(asked))
          expect(
            swaps.price(
              asked,
              all.map(() => false),
            ),
          ).toEqual(swaps.priceBefore(asked))
        },
      ),
      {
        numRuns: draws(30),
        examples: [
          // A column that is emptied as a whole, and one that is filled.
          [lookup, ['pets', 'food', 'office'], ['retail', 'retail', 'retail'], ['', '', ''], 0],
          [lookup, ['pets', 'food', 'office'], ['', '', ''], [1, 2, 3], 0],
        ],
      },
    )
  })

  it('whatever changes, the shares sum to the difference, twice the same', async () => {
    const rate = fc
      .double({ min: 0.01, max: 3, noNaN: true })
      .map((value) => Number(value.toFixed(4)))
    const rates = fc.tuple(rate, rate, rate).map(([a, b, c]): Rates => [
      ['office', a],
      ['retail', b],
      ['food', c],
    ])
    const tariff = fc.record({
      base: rate,
      rates: fc.oneof(
        rates,
        rates.map((rows): Rates => [...rows, ['garden', 0.7]]),
      ),
      net: fc.constantFrom(exactNet, `=ROUND(${exactNet.slice(1)},0)`, `${exactNet}+B2`),
    })
    const customer = fc.record({
      industry: fc.constantFrom('office', 'retail', 'food'),
      sum: fc.integer({ min: 0, max: 500_000 }),
      birthday: fc.constantFrom('1950-02-28', '1990-06-15', '2004-02-29'),
      start: fc.constantFrom('2026-01-01', '2026-06-15', '2028-02-29'),
    })
    const grain = fc.constantFrom<Grain>('cell', 'table')
    await fc.assert(
      fc.asyncProperty(tariff, tariff, customer, customer, grain, async (one, two, a, b, how) => {
        const [old, now] = [folderOf(workbook(one)), folderOf(workbook(two))]
        const sides = [[old, input(a)] as const, [now, input(b)] as const] as const
        const { before, after, shares } = await explain(...sides, how)
        expect([before, after]).toEqual([await priced(...sides[0]), await priced(...sides[1])])
        expect(sumOf(shares)).toBe(after - before)
        expect(shares.every(({ amount }) => amount !== 0)).toBe(true)
        expect((await explain(...sides, how)).shares).toEqual(shares)
        if (one.net === two.net && one.rates.length === two.rates.length) {
          expect(shares.filter(({ cause }) => cause === 'structure')).toEqual([])
        }
        const formula = [formulas(`${one.base}`, one.rates), formulas(`${two.base}`, two.rates)]
        const [f, g] = formula as [Folder, Folder]
        const exact = await explain([f, input(a)], [g, input(b)], how)
        expect([exact.before, exact.after]).toEqual([
          await priced(f, input(a)),
          await priced(g, input(b)),
        ])
        expect(sumOf(exact.shares)).toBe(exact.after - exact.before)
        expect(exact.shares.some(({ cause }) => cause === 'structure')).toBe(false)
      }),
      { numRuns: draws(12) },
    )
  })
})
