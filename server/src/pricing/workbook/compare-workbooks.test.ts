import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWorkbooks } from './compare-workbooks.ts'
import { draws } from '../../../test/support/draws.ts'

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

const industries = [
  ['office', 1, 10],
  ['retail', 1.1, 20],
  ['food', 1.4, 30],
] as const

/** A table on a sheet of its own, all of which makes the price. */
function tableOf(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const addresses = rows.map((row, at) => row.map((_, column) => `${'ABCDE'[column]}${at + 1}`))
  const factor = 'ABCDE'[Math.max(1, rows[0]?.indexOf('factor') ?? 1)]
  const found = `MATCH(Inputs!B1,Rates!$A$2:$A$${rows.length},0)`
  const rate = `INDEX(Rates!${factor}2:${factor}${rows.length},${found})`
  return buildXlsx({
    sheets: {
      Inputs: sheetOf({ A1: 'industry', B1: 'retail' }),
      Outputs: sheetOf({
        A1: 'net_premium',
        B1: `=ROUND(100*${rate}+COUNT(Rates!A2:${addresses.at(-1)?.at(-1)}),0)`,
        A2: 'tax_rate',
        B2: 0.19,
      }),
      Rates: sheetOf(
        Object.fromEntries(
          rows.flatMap((row, at) => row.map((value, column) => [addresses[at]?.[column], value])),
        ),
      ),
    },
  })
}

/** As one reads it in a terminal. */
function differences(before: Parts, after: Parts): string[] {
  return differencesOf(workbook(before), workbook(after))
}

function differencesOf(before: Uint8Array, after: Uint8Array): string[] {
  const differences = compareWorkbooks(before, after) ?? []
  return differences.map(
    ({ change, place, before: was, after: is, about }) =>
      `${change} ${place} ${JSON.stringify(was)} to ${JSON.stringify(is)}, ${about}`,
  )
}

const changed = (rates: typeof usual) => differences({}, { rates })

describe('two workbooks', () => {
  it('differ in a factor, which is named by its heading and its row', () => {
    const rates = usual.map(([name, factor]) => [name, name === 'retail' ? 1.15 : factor] as const)
    expect(changed(rates)).toEqual(['changed Rates!B5 1.1 to 1.15, the factor of "retail"'])
    expect(differences({}, { model: { B1: 0.06 } })).toEqual([
      'changed Model!B1 0.05 to 0.06, "Base rate"',
    ])
  })

  it('are the same where only notes, titles and answers to try them with differ', () => {
    expect(differences({}, { note: 'ask Anna', inputs: { B2: 2000 } })).toEqual([])
  })

  it('differ in a row that is new or gone, and in nothing that only moved for it', () => {
    const rates = [...usual.slice(0, 2), ['garden', 0.9] as const, ...usual.slice(2)]
    const added =
      'added Rates!A6:B6 null to {"industry":"garden","factor":0.9}, the row of "garden"'
    expect(changed(rates)).toEqual([added])
    expect(differences({ rates }, {})).toEqual([
      'removed Rates!A6:B6 {"industry":"garden","factor":0.9} to null, the row of "garden"',
    ])
    // A row at the end leaves the range as long as the formula says.
    expect(changed([...usual, ['boats', 3]])[0]).toContain('the row of "boats"')
    expect(differences({ rates }, { rates: rates.toReversed() })).toEqual([
      'changed sheet Rates null to null, 4 rows stand in another order',
    ])
  })

  it('differ in a column that is new or gone, and in nothing that only moved for it', () => {
    const before = tableOf([['industry', 'factor', 'least'], ...industries])
    const grouped = tableOf([
      ['industry', 'group', 'factor', 'least'],
      ...industries.map(([name, ...rest]) => [name, `${name}s`, ...rest]),
    ])
    expect(differencesOf(before, grouped)).toEqual([
      'added Rates!B2:B4 null to {"office":"offices","retail":"retails","food":"foods"}, the column group',
    ])
    expect(differencesOf(grouped, before)).toEqual([
      'removed Rates!B2:B4 {"office":"offices","retail":"retails","food":"foods"} to null, the column group',
    ])
    // With a rate and a row changed at once.
    const more = tableOf([
      ['industry', 'group', 'factor', 'least'],
      ['office', 'a', 1, 10],
      ['garden', 'b', 0.8, 15],
      ['retail', 'c', 1.15, 20],
      ['food', 'd', 1.4, 30],
    ])
    expect(differencesOf(before, more)).toEqual([
      'added Rates!B2:B5 null to {"office":"a","garden":"b","retail":"c","food":"d"}, the column group',
      'added Rates!A3:D3 null to {"industry":"garden","factor":0.8,"least":15}, the row of "garden", "b"',
      'changed Rates!C4 1.1 to 1.15, the factor of "retail", "c"',
    ])
    const wider = tableOf([
      ['industry', 'factor', 'least', 'most'],
      ...industries.map((row) => [...row, 900]),
    ])
    // The formula's range ends with it.
    expect(differencesOf(before, wider)).toEqual([
      expect.stringMatching(/^added Rates!D2:D4 null to .*, the column most$/),
      expect.stringMatching(/^changed Outputs!B1 .*A2:C4.* to .*A2:D4/),
    ])
  })

  it('are the same where a table has moved inside of the range that a formula reads', () => {
    const moved = (rates: Cells) =>
      buildXlsx({
        sheets: {
          Inputs: sheetOf({ A1: 'sum', B1: 1000 }),
          Outputs: sheetOf({
            A1: 'net_premium',
            B1: '=SUM(Rates!A1:D9)',
            A2: 'tax_rate',
            B2: 0.19,
          }),
          Rates: sheetOf(rates),
        },
      })
    const before = moved({ A1: 'office', B1: 11, A2: 'retail', B2: 12 })
    expect(differencesOf(before, moved({ B1: 'office', C1: 11, B2: 'retail', C2: 12 }))).toEqual([])
  })

  it('differ in nothing but the column that was put into any place of a table', () => {
    const row = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 4, maxLength: 4 })
    const rows = fc.array(row, { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 3 }), (values, at) => {
        const headings = ['industry', 'factor', 'least', 'most']
        const before = [
          headings,
          ...values.map(([, ...rest], index) => [`key ${index}`, ...rest]),
        ] as const
        const after = before.map((one, index) =>
          one.toSpliced(at, 0, index === 0 ? 'new' : (values[index - 1]?.[0] ?? 0)),
        )
        const differences = differencesOf(tableOf(before), tableOf(after))
        expect(differences).toEqual([expect.stringMatching(/^added Rates.*, the column new$/)])
      }),
      {
        numRuns: draws(20),
        // Values that are nearly those of the column beside it.
        examples: [
          [
            [
              [10, 1, 1, 1],
              [1, 1, 1, 1],
              [1, 1, 1, 10],
            ],
            3,
          ],
        ],
      },
    )
  })

  it('differ in what stands under another heading: both are named where they cannot be distinguished', () => {
    const before = tableOf([['industry', 'factor'], ...industries.map((row) => row.slice(0, 2))])
    const other = tableOf([
      ['industry', 'surcharge'],
      ['office', 7],
      ['retail', 8],
      ['food', 9],
    ])
    expect(differencesOf(before, other)[0]).toBe(
      'changed Rates!B2 1 to 7, the surcharge of "office"; before, the factor of "office"',
    )
  })

  it('differ where a formula has become a text that reads the same', () => {
    const rated = (cell: string) =>
      buildXlsx({
        sheets: {
          Inputs: sheetOf({ A1: 'sum', B1: 1000 }),
          Outputs: sheetOf({
            A1: 'net_premium',
            B1: '=Inputs!B1*Rate!A1',
            A2: 'tax_rate',
            B2: 0.19,
          }),
          Rate: `<row r="1"><c r="A1"${cell}</c></row>`,
        },
      })
    expect(
      differencesOf(rated('><f>2*3</f>'), rated(' t="inlineStr"><is><t>=2*3</t></is>')),
    ).toEqual([`changed Rate!A1 "=2*3" to "'=2*3", `])
  })

  it('differ in a formula, not in its blanks and capitals', () => {
    const formula = '=Round( inputs!B2 * B2, 0)'
    expect(differences({}, { model: { B3: formula } })).toEqual([])
    expect(differences({}, { model: { B3: '=ROUND(Inputs!B2*B2,2)' } })).toEqual([
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

  it('report a filled column once, and many differences only as far as they can be read', () => {
    const column = (times: number): Cells =>
      Object.fromEntries(
        Array.from({ length: 900 }, (_, at) => [
          [`D${at + 10}`, `=B${at + 10}*${times}`],
          [`B${at + 10}`, at * times],
        ]).flat(),
      )
    const sum = { B3: '=ROUND(SUM(D10:D909),0)' }
    const some = differences(
      { model: { ...sum, ...column(2) } },
      { model: { ...sum, ...column(3) } },
    )
    expect(some).toHaveLength(201)
    expect(some.at(-1)).toContain('and 700 further differences')
    const formulas = (times: number) =>
      Object.fromEntries(Object.entries(column(times)).filter(([at]) => at.startsWith('D')))
    const filled = differences(
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
        const found = differences({ rates: frame(one) }, { rates: frame([...later] as typeof one) })
        const words = found.filter((text) => !/another order|Model!/.test(text))
        expect(words).toHaveLength(one.length + more.length)
        for (const [key] of kept) {
          expect(words).toContainEqual(expect.stringContaining(`the factor of "${key}"`))
        }
        for (const [key] of more) {
          expect(words).toContainEqual(expect.stringMatching(new RegExp(`^added .*"${key}"$`)))
        }
      }),
      { numRuns: draws(20) },
    )
  })
})
