import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { listsElsewhere, withoutLayout } from '../builders/made-workbooks.ts'
import { parseRules } from '../../src/rules/index.ts'
import {
  type ProposeResult,
  proposeFromWorkbook,
} from '../../src/pricing/workbook/propose/propose-from-workbook.ts'
import { draws } from '../support/draws.ts'

/** Whatever the file, there is a proposal whose rules can be read, or a list of problems with fixes. */
function expectOutcome(result: ProposeResult): void {
  if (!result.ok) {
    expect(result.problems.length).toBeGreaterThan(0)
    for (const { message, fix } of result.problems) expect([message, fix]).not.toContain('')
    return
  }
  for (const { name, validation } of result.proposal.fields) {
    const parsed = parseRules({ name, path: 'data', validation }, 'quote.json')
    expect(parsed.ok).toBe(true)
  }
}

describe('a workbook that somebody has spoiled', () => {
  const parts = [
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
    'xl/styles.xml',
    'xl/workbook.xml',
  ]
  it.each([
    ['with a layout', listsElsewhere()],
    ['without one', withoutLayout()],
  ])('is proposed something for, or refused: %s', (_what, bytes) => {
    const files = unzipSync(bytes)
    fc.assert(
      fc.property(
        fc.constantFrom(...parts),
        fc.nat(),
        fc.nat({ max: 12 }),
        fc.constantFrom(
          '',
          '<',
          '>',
          '"',
          '&',
          '9',
          '-',
          '!',
          '=',
          '$A$1',
          '</f>',
          ' type="list"',
          '(',
          '#REF!',
        ),
        (part, at, length, put) => {
          const text = strFromU8(files[part] ?? new Uint8Array())
          const start = at % (text.length + 1)
          const spoiled = text.slice(0, start) + put + text.slice(start + length)
          expectOutcome(
            proposeFromWorkbook(zipSync({ ...files, [part]: strToU8(spoiled) }), 'pricing.xlsx'),
          )
        },
      ),
      { numRuns: draws(30) },
    )
  })
})

describe('cells thrown onto a sheet', () => {
  const address = fc
    .tuple(fc.constantFrom('A', 'B', 'C', 'D'), fc.integer({ min: 1, max: 6 }))
    .map(([column, row]) => `${column}${row}`)
  const content = fc.oneof(
    fc.constantFrom('Premium', 'Net premium', 'Tax', 'Gross premium', 'Age', 'Today', 'a', ''),
    fc.integer({ min: -5, max: 50_000 }),
    fc.boolean(),
    fc
      .tuple(address, address, fc.constantFrom('+', '*', '&', '>', '/'))
      .map(([one, other, operator]) => `=${one}${operator}${other}`),
    address.map((one) => `=SUM(A1:${one})`),
    address.map((one) => `=VLOOKUP(${one},A1:B6,2,FALSE)`),
    fc.constantFrom('=NOSUCH(1)', '=A1+', '=INDIRECT("A1")'),
  )

  it('are proposed a layout that can be read back, or refused', () => {
    fc.assert(
      fc.property(
        fc.dictionary(address, content, { maxKeys: 16, noNullPrototype: true }),
        (cells) => {
          const bytes = buildXlsx({ sheets: { Sheet1: sheetOf(cells) } })
          const wish = {
            inputs: null,
            without: [],
            outputs: null,
            taxRate: 0.19,
            amounts: null,
            minorUnits: 100,
          }
          const result = proposeFromWorkbook(bytes, 'pricing.xlsx', wish)
          expectOutcome(result)
          if (!result.ok) return
          const again = proposeFromWorkbook(result.proposal.workbook, 'pricing.xlsx')
          const { fields, outputs, saved } = result.proposal
          expect(again).toMatchObject({
            ok: true,
            proposal: {
              fields: fields.map(({ name, place }) => ({ name, place })),
              outputs,
              saved,
            },
          })
        },
      ),
      { numRuns: draws(40) },
    )
  })
})
