import { readFileSync } from 'node:fs'
import {
  assert,
  boolean,
  constant,
  double,
  integer,
  oneof,
  property,
  string,
  uniqueArray,
} from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type CellsToFill, fillWorkbook } from './fill-workbook.ts'
import {
  buildXlsx,
  relationship,
  relationshipsPart,
  sheetOf,
  xlsxParts,
  zipParts,
} from './testing/build-xlsx.ts'
import type { Cell, CellValue } from './workbook.ts'
import { addressOf, parseAddress } from './xlsx/cell-address.ts'
import { parseWorkbook } from './xlsx/parse-workbook.ts'

const household = readFileSync(
  new URL('./xlsx/fixtures/household-libreoffice.xlsx', import.meta.url),
)

function at(sheet: string, address: string, value: CellValue) {
  const { row, column } = parseAddress(address) ?? { row: 0, column: 0 }
  return { cell: { sheet, row, column }, value }
}

function cellsOf(bytes: Uint8Array, sheet = 'Calculator') {
  const result = parseWorkbook(bytes)
  if (!result.ok) throw new Error(result.problems[0]?.message)
  const cells = result.workbook.sheets.find(({ name }) => name === sheet)?.cells ?? []
  return Object.fromEntries(
    cells.map((cell): [string, Cell] => [addressOf(cell.row, cell.column), cell]),
  )
}

const order: CellsToFill = {
  inputs: [
    at('Calculator', 'C7', 120),
    at('Calculator', 'C8', 'C'),
    at('Calculator', 'C9', false),
    at('calculator', 'C10', null),
  ],
  computed: [
    at('Calculator', 'K7', 15_840),
    at('Calculator', 'E7', true),
    at('Calculator', 'N8', 'Zone <C> & more'),
    at('Model', 'B2', { error: '#N/A' }),
  ],
}

describe('a workbook filled in with a quote', () => {
  it('holds the inputs as values and the results beside their formulas', async () => {
    const filled = cellsOf(fillWorkbook(household, order))
    expect(filled['C7']?.value).toBe(120)
    expect(filled['C8']?.value).toBe('C')
    expect(filled['C9']).toMatchObject({ formula: null, value: false })
    expect(filled['C10']).toBeUndefined()
    expect(filled['K7']).toMatchObject({ formula: 'ROUND(Model!B5,0)', value: 15_840 })
    expect(filled['E7']).toMatchObject({ formula: 'AND(C7>=10,C7<=500)', value: true })
    expect(filled['N8']?.value).toBe('Zone <C> & more')
    expect(cellsOf(fillWorkbook(household, order), 'Model')['B2']).toMatchObject({
      value: { error: '#N/A' },
    })
  })

  it('shows no value that follows from other inputs, and is computed anew when opened', () => {
    const bytes = fillWorkbook(household, order)
    expect(cellsOf(bytes)['K10']).toMatchObject({ formula: 'K7+K9', value: null })
    const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml'] ?? new Uint8Array())
    expect(workbook).toContain('fullCalcOnLoad="1"')
  })

  it('is otherwise the original, byte by byte', () => {
    const before = unzipSync(household)
    const after = unzipSync(fillWorkbook(household, order))
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const changed = Object.keys(before).filter(
      (name) => !Buffer.from(before[name] ?? []).equals(after[name] ?? Buffer.alloc(0)),
    )
    expect(changed.toSorted()).toEqual([
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ])
    const styles = (parts: typeof before) =>
      strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
        .replace(/<sheetData>.*<\/sheetData>/s, '')
        .concat(
          [
            ...strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).matchAll(
              / s="\d+"/g,
            ),
          ].join(),
        )
    expect(styles(after)).toBe(styles(before))
  })

  it('gives back whatever is put into it', () => {
    const text = string({ unit: 'grapheme-composite', maxLength: 12 })
    const odd = string({ unit: 'binary-ascii', maxLength: 8 })
    const value = oneof(
      double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      boolean(),
      text,
      odd,
      constant('_x0041_'),
      constant<CellValue>({ error: '#VALUE!' }),
    )
    const cell = integer({ min: 0, max: 119 })
    const sources = [
      household,
      buildXlsx({ sheets: { Calculator: '' } }),
      buildXlsx({
        sheets: {
          Calculator: '<row><c><v>1</v></c><c r="C1"><v>3</v></c></row><row><c/></row><row r="5"/>',
        },
      }),
      zipParts({
        ...xlsxParts({ sheets: { Calculator: '' } }),
        'xl/worksheets/sheet1.xml':
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="3"><x:c r="B3" s="2"/></x:row></x:sheetData></x:worksheet>',
      }),
      zipParts({
        ...xlsxParts({ sheets: { Calculator: '' } }),
        'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
      }),
    ]
    assert(
      property(
        integer({ min: 0, max: sources.length - 1 }),
        uniqueArray(cell, { maxLength: 10 }),
        uniqueArray(value, { minLength: 10, maxLength: 10 }),
        (source, cells, values) => {
          const inputs = cells.map((number, index) => ({
            cell: {
              sheet: 'Calculator',
              row: 1 + Math.floor(number / 10),
              column: 1 + (number % 10),
            },
            value: values[index] ?? null,
          }))
          const bytes = sources[source] ?? household
          const before = cellsOf(bytes)
          const after = cellsOf(fillWorkbook(bytes, { inputs, computed: [] }))
          const expected = { ...before }
          for (const [address, old] of Object.entries(before)) {
            if (old.formula !== null) expected[address] = { ...old, value: null }
          }
          for (const { cell, value } of inputs) {
            expected[addressOf(cell.row, cell.column)] = {
              row: cell.row,
              column: cell.column,
              formula: null,
              value,
            }
          }
          expect(after).toEqual(expected)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('writes a shared formula out where the cell that carried it becomes an input', () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*2</f><v>2</v></c></row><row r="2"><c r="B2"><f t="shared" si="0"/><v>4</v></c></row><row r="3"><c r="B3" s="1"><f t="shared" si="0"/><v>6</v></c></row>`
    const bytes = buildXlsx({ sheets: { Calculator: rows } })
    const computed = [at('Calculator', 'B2', 8)]
    const cells = cellsOf(fillWorkbook(bytes, { inputs: [at('Calculator', 'B1', 9)], computed }))
    expect(cells['B1']).toMatchObject({ formula: null, value: 9 })
    expect(cells['B2']).toMatchObject({ formula: 'A2*2', value: 8 })
    expect(cells['B3']).toMatchObject({ formula: 'A3*2', value: null })
  })

  it('forgets the order of calculation where a formula gave way to an input', () => {
    const parts = xlsxParts({ sheets: { Calculator: sheetOf({ A1: '=1+1', A2: '=A1' }) } })
    parts['xl/_rels/workbook.xml.rels'] = relationshipsPart([
      relationship(1, 'worksheet', 'worksheets/sheet1.xml'),
      relationship(2, 'calcChain', 'calcChain.xml'),
    ])
    parts['xl/calcChain.xml'] = '<calcChain><c r="A1" i="1"/></calcChain>'
    parts['[Content_Types].xml'] = String(parts['[Content_Types].xml']).replace(
      '</Types>',
      '<Override PartName="/xl/calcChain.xml" ContentType="x"></Override></Types>',
    )
    const bytes = zipParts(parts)
    const kept = fillWorkbook(bytes, { inputs: [at('Calculator', 'B1', 1)], computed: [] })
    expect(Object.keys(unzipSync(kept))).toContain('xl/calcChain.xml')
    const dropped = unzipSync(
      fillWorkbook(bytes, { inputs: [at('Calculator', 'A1', 5)], computed: [] }),
    )
    expect(Object.keys(dropped)).not.toContain('xl/calcChain.xml')
    for (const [name, content] of Object.entries(dropped)) {
      expect(strFromU8(content), name).not.toMatch(/calcChain/)
    }
  })

  it('cannot be made from what is no workbook', async () => {
    expect(() => fillWorkbook(new Uint8Array([1, 2, 3]), order)).toThrow()
  })
})
