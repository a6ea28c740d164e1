import type { GivenCell } from '@bindery/spreadsheet/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import {
  type SmallTariff,
  smallTariff,
  styles,
  validation,
} from '../../src/pricing/workbook/testing/proposed-rules.ts'
import { managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

interface Draft {
  readonly problems: readonly unknown[]
  readonly untaken: readonly { place: string; message: string; fix: string }[]
  readonly fields: readonly { name: string; validation: string }[]
  readonly files: Readonly<Record<string, string>>
}

interface Case {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expect: { readonly outputs?: Readonly<Record<string, number>> }
}

async function drafted(tariff: SmallTariff): Promise<Draft> {
  const files = { 'pricing.xlsx': Buffer.from(smallTariff(tariff)).toString('base64') }
  const sale = { start: 'today', term: 'P1Y', pay: 'year', renewal: 'none' }
  const request = { files, key: 'drafted', distributor: 'alpine-brokers', ...sale }
  const response = await managerOn(platform).post('/manage/products/draft_from_workbook', request)
  expect(response.statusCode).toBe(200)
  return response.json<Draft>()
}

function casesOf({ files }: Draft, path: string): Case[] {
  const written = Buffer.from(files[path] ?? '', 'base64').toString()
  // A draft writes a list of cases.
  return parse(written || '[]') as Case[]
}

const factors: Readonly<Record<string, GivenCell>> = {
  A1: 0,
  B1: 0.9,
  A2: 1,
  B2: 1,
  A3: 2,
  B3: 1.3,
  A4: '3+',
  B4: 2,
  D1: 0.1,
  E1: 1,
  D2: 0.2,
  E2: 0.9,
  D3: 0.3,
  E3: 0.8,
  G1: '01',
  H1: 1.5,
  G2: '02',
  H2: 1.1,
}

const looksUp = (columns: string) => `=ROUND(1000*VLOOKUP(C7,Lists!${columns},2,FALSE()),0)`
const list = (entries: string) => [validation('C7', 'list', `"${entries}"`)]

describe('a product drafted from a workbook prices what its rules allow as the workbook does', () => {
  it.each<[string, GivenCell, string, number | null, string[], Readonly<Record<string, number>>]>([
    [
      'numbers and a text in one list',
      1,
      looksUp('$A$1:$B$4'),
      1000,
      list('0,1,2,3+'),
      { 0: 900, 1: 1000, 2: 1300 },
    ],
    [
      'per cents',
      [0.2, null, styles.percent],
      looksUp('$D$1:$E$3'),
      900,
      list('10%,20%,30%'),
      { 0.1: 1000, 0.2: 900, 0.3: 800 },
    ],
    [
      'texts of digits, of which none was chosen yet',
      [null, null, styles.text],
      looksUp('$G$1:$H$2'),
      null,
      list('01,02'),
      { '01': 1500, '02': 1100 },
    ],
  ])('%s', async (_what, saved, formula, price, validations, prices) => {
    const draft = await drafted({
      cells: { B7: 'answer', C7: saved, J7: 'gross_premium', K7: [formula, price] },
      validations,
      sheets: { Lists: factors },
    })
    expect(draft.problems).toEqual([])
    const cases = [
      ...casesOf(draft, 'tests/as-saved.yaml'),
      ...casesOf(draft, 'tests/corners.yaml'),
    ]
    const priced = cases.map(({ input, expect: { outputs } }) => [
      String(input['answer']),
      outputs?.['gross_premium'] ?? outputs?.['gross_payment_amount'],
    ])
    expect(Object.fromEntries(priced)).toStrictEqual(prices)
  })
})

describe('a workbook saved with an answer that no lookup finds', () => {
  it('keeps its own saved price, where the lookup does not count for that answer', async () => {
    const draft = await drafted({
      cells: {
        B7: 'is_covered',
        C7: false,
        B8: 'kind',
        C8: 'none',
        M7: '=VLOOKUP(C8,Lists!$G$1:$H$2,2,FALSE)',
        J7: 'gross_premium',
        K7: ['=1000*IF(C7,M7,1)', 1000],
      },
      sheets: { Lists: factors },
    })
    expect(draft.problems).toEqual([])
    expect(draft.fields).toMatchObject([{}, { name: 'kind', validation: 'string|required' }])
    expect(casesOf(draft, 'tests/as-saved.yaml')).toMatchObject([
      { input: { is_covered: false, kind: 'none' }, expect: { outputs: { gross_premium: 1000 } } },
    ])
  })
})
