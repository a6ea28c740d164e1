import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildXlsx, sheetOf } from '../testing/build-xlsx.ts'
import { compareWorkbooks } from './compare-workbooks.ts'

type Cells = Readonly<Record<string, string | number | boolean>>

interface Parts {
  readonly rates?: readonly (readonly [string, number])[]
  readonly model?: Cells
  readonly inputs?: Cells
  readonly note?: string
}

const usual: readonly (readonly [string, number])[] = [
  ['office', 1],
  ['retail', 1.1],
  ['food', 1.4],
  ['pets', 1.2],
]

/** Rates by industry from row 4 on, under a title and headings. */
function workbook({ rates = usual, model = {}, inputs = {}, note = '' }: Parts = {}): Uint8Array {
  const last = rates.length + 3
  return buildXlsx({
    sheets: {
      Inputs: sheetOf({ A1: 'industry', B1: 'retail', A2: 'sum', B2: 1000, ...inputs }),
      Model: sheetOf({
        A1: 'Base rate',
        B1: 0.05,
        A2: 'Loaded rate',
        B2: `=B1*VLOOKUP(Inputs!B1,Rates!$A$4:$B$${last},2,FALSE)`,
        A3: 'Net premium',
        B3: '=ROUND(Inputs!B2*B2,0)',
        ...model,
      }),
      Outputs: sheetOf({ A1: 'net_premium', B1: '=Model!B3', A2: 'tax_rate', B2: 0.19 }),
      Rates: sheetOf({
        A1: 'All rates of 2027',
        A3: 'industry',
        B3: 'factor',
        ...(note === '' ? {} : { D5: note }),
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

/** As one reads it in a terminal. */
function told(before: Parts, after: Parts): string[] {
  const differences = compareWorkbooks(workbook(before), workbook(after)) ?? []
  return differences.map(
    ({ change, place, before: was, after: is, about }) =>
      `${change} ${place} ${JSON.stringify(was)} to ${JSON.stringify(is)}, ${about}`,
  )
}

const changed = (rates: typeof usual) => told({}, { rates })

describe('two workbooks', () => {
  it('differ in a factor, which is told by its heading and its row', () => {
    const rates = usual.map(([name, factor]) => [name, name === 'retail' ? 1.15 : factor] as const)
    expect(changed(rates)).toEqual(['changed Rates!B5 1.1 to 1.15, the factor of "retail"'])
    expect(told({}, { model: { B1: 0.06 } })).toEqual([
      'changed Model!B1 0.05 to 0.06, "Base rate"',
    ])
  })

  it('are the same where only notes, titles and answers to try them with differ', () => {
    expect(told({}, { note: 'ask Anna', inputs: { B2: 2000 } })).toEqual([])
  })

  it('differ in a row that is new or gone, and in nothing that only moved for it', () => {
    const rates = [...usual.slice(0, 2), ['garden', 0.9] as const, ...usual.slice(2)]
    const added =
      'added Rates!A6:B6 null to {"industry":"garden","factor":0.9}, the row of "garden"'
    expect(changed(rates)).toEqual([added])
    expect(told({ rates }, {})).toEqual([
      'removed Rates!A6:B6 {"industry":"garden","factor":0.9} to null, the row of "garden"',
    ])
    // A row at the end leaves the range as long as the formula says.
    expect(changed([...usual, ['boats', 3]])[0]).toContain('the row of "boats"')
    expect(told({ rates }, { rates: rates.toReversed() })).toEqual([
      'changed sheet Rates null to null, 4 rows stand in another order',
    ])
  })

  it('differ in a formula, not in its blanks and capitals', () => {
    const formula = '=Round( inputs!B2 * B2, 0)'
    expect(told({}, { model: { B3: formula } })).toEqual([])
    expect(told({}, { model: { B3: '=ROUND(Inputs!B2*B2,2)' } })).toEqual([
      'changed Model!B3 "=ROUND(Inputs!B2*B2,0)" to "=ROUND(Inputs!B2*B2,2)", "Net premium"',
    ])
  })

  it('differ in what a name stands for, where a formula uses it', () => {
    const named = (cell: string) =>
      buildXlsx({
        sheets: {
          Inputs: sheetOf({ A1: 'sum', B1: 1000 }),
          Outputs: sheetOf({ A1: 'net_premium', B1: '=Inputs!B1*Base', A2: 'tax_rate', B2: 0.19 }),
          Rates: sheetOf({ A1: 'Usual', B1: 0.05, A2: 'Careful', B2: 0.06 }),
        },
        afterSheets: `<definedNames><definedName name="Base">Rates!${cell}</definedName><definedName name="Other">Rates!${cell}</definedName></definedNames>`,
      })
    expect(compareWorkbooks(named('$B$1'), named('$B$2'))).toEqual([
      {
        change: 'changed',
        place: 'name Base',
        before: '=Rates!$B$1',
        after: '=Rates!$B$2',
        about: 'what it stands for',
      },
    ])
  })

  it('tells a filled column once, and of very much no more than can be read', () => {
    const column = (times: number): Cells =>
      Object.fromEntries(
        Array.from({ length: 900 }, (_, at) => [
          [`D${at + 10}`, `=B${at + 10}*${times}`],
          [`B${at + 10}`, at * times],
        ]).flat(),
      )
    const sum = { B3: '=ROUND(SUM(D10:D909),0)' }
    const some = told({ model: { ...sum, ...column(2) } }, { model: { ...sum, ...column(3) } })
    expect(some).toHaveLength(201)
    expect(some.at(-1)).toContain('and 700 further differences')
    const formulas = (times: number) =>
      Object.fromEntries(Object.entries(column(times)).filter(([at]) => at.startsWith('D')))
    const filled = told(
      { model: { ...sum, ...formulas(2) } },
      { model: { ...sum, ...formulas(3) } },
    )
    expect(filled).toEqual([
      'changed Model!D10:D909 "=B10*2" to "=B10*3", 900 formulas in the same way',
    ])
  })

  it('differ in what was added, dropped and changed by key, whatever else moved', () => {
    const name = fc.stringMatching(/^[a-z]{3,8}$/)
    const factor = fc.integer({ min: 1, max: 9999 })
    const table = fc.uniqueArray(fc.tuple(name, factor), {
      minLength: 2,
      maxLength: 12,
      selector: ([key]) => key,
    })
    fc.assert(
      fc.property(table, table, fc.nat(), (one, two, seed) => {
        // Both begin and end alike, so that the range covers all of the table on both sides.
        const frame = (rows: typeof one) =>
          [['first', 0.5], ...rows, ['last', 0.25]] as (readonly [string, number])[]
        const kept = one.filter((_, at) => (seed >> at) & 1)
        const more = two.filter(([key]) => one.every(([other]) => other !== key))
        const later = [...kept.map(([key, value]) => [key, value + 0.5] as const), ...more]
        const differences = told({ rates: frame(one) }, { rates: frame([...later] as typeof one) })
        const words = differences.filter((text) => !/another order|Model!/.test(text))
        expect(words).toHaveLength(one.length + more.length)
        for (const [key] of kept) {
          expect(words).toContainEqual(expect.stringContaining(`the factor of "${key}"`))
        }
        for (const [key] of more) {
          expect(words).toContainEqual(expect.stringMatching(new RegExp(`^added .*"${key}"$`)))
        }
      }),
      { numRuns: 60 },
    )
  })
})
