import { parseWorkbook, placeOf } from '@bindery/spreadsheet'
import { buildXlsx, type GivenCell, sheetOf } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { carryLayout } from './carry-layout.ts'
import { readLayout } from './read-layout.ts'
import { type SaleCells, noSaleCells, writeLayout } from './write-layout.ts'

function parsed(bytes: Uint8Array) {
  const result = parseWorkbook(bytes)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.workbook
}

const tariff = (cells: Readonly<Record<string, GivenCell>> = {}, sheet = 'Tariff') =>
  buildXlsx({
    sheets: { [sheet]: sheetOf({ A3: 'Area', B3: 80, A9: 'Net', B9: ['=B3*1.2', 96], ...cells }) },
  })
const at = (row: number) => ({ sheet: 'Tariff', row, column: 2 })

/** As a product has it: with names that were given when it was made, amounts in cents. */
function named(sale: SaleCells = noSaleCells): Uint8Array {
  const bytes = tariff()
  return writeLayout(bytes, parsed(bytes), {
    inputs: [{ name: 'area', cell: at(3) }],
    outputs: [{ name: 'net_premium', cell: at(9) }],
    taxRate: 0.19,
    amountsTimes: 100,
    sale,
  }).bytes
}

const carry = (before: Uint8Array, after: Uint8Array) =>
  carryLayout({ file: 'old.xlsx', bytes: before }, { file: 'new.xlsx', bytes: after })

describe('the inputs and outputs of a workbook', () => {
  it('are those of the next one, on the same cells, amounts and rate included', () => {
    const carried = carry(named(), tariff({ B9: ['=B3*1.3', 104] }))
    if (!carried.ok) throw new Error(JSON.stringify(carried.problems))
    const workbook = parsed(carried.bytes)
    const { layout, problems } = readLayout(workbook)
    expect(problems).toEqual([])
    expect(layout?.inputs.map(({ name, cell }) => [name, placeOf(cell)])).toEqual([
      ['area', 'Tariff!B3'],
    ])
    const outputs = workbook.sheets.at(-1)?.cells.filter(({ column }) => column === 2)
    expect(outputs?.map(({ formula, value }) => [formula, value])).toEqual([
      ["'Tariff'!$B$9*100", 10_400],
      [null, 0.19],
    ])
    // And so on, from year to year.
    expect(carry(carried.bytes, tariff()).ok).toBe(true)
  })

  it('keep what was said about the sale: days, payments, and questions that no cell asks', () => {
    const sale = {
      outputs: [
        { name: 'duration_strategy', formula: null, value: 'start_plus_duration' },
        { name: 'policy_duration', formula: `"P"&'Tariff'!$B$3&"D"`, value: 'P80D' },
        { name: 'billing_cycles', formula: 'IF(in_frequency="month",12,1)', value: 12 },
      ],
      inputs: [{ name: 'frequency', value: 'month' }],
      amountsShared: 12,
    }
    const carried = carry(named(sale), tariff({ B3: 90, B9: ['=B3*1.2', 108] }))
    if (!carried.ok) throw new Error(JSON.stringify(carried.problems))
    const cells = parsed(carried.bytes).sheets.at(-1)?.cells ?? []
    const rows = Map.groupBy(
      cells.filter(({ row }) => row >= 3),
      ({ row }) => row,
    )
    const shown = [...rows.values()].map(([name, at]) => [name?.value, at?.formula ?? at?.value])
    expect(shown).toEqual([
      ['tax_rate', 0.19],
      ['net_premium', "'Tariff'!$B$9*100/out_billing_cycles"],
      ['duration_strategy', 'start_plus_duration'],
      ['policy_duration', `"P"&'Tariff'!$B$3&"D"`],
      ['billing_cycles', 'IF(in_frequency="month",12,1)'],
      ['frequency', 'month'],
    ])
    const elsewhere = carry(named(sale), tariff({ A3: 'Year' }))
    expect(elsewhere.ok ? [] : elsewhere.problems.map(({ message }) => message)).toContainEqual(
      'policy_duration was at Tariff!B3, beside "Area": "Year" stands there now.',
    )
  })

  it.each([
    ['another label', tariff({ A3: 'Year' }), 'Tariff!B3', '"Year" stands there now'],
    ['another sheet', tariff({}, 'Tariff 2028'), 'Tariff!B3', 'the new workbook has no such sheet'],
    ['no result', tariff({ B9: '' }), 'Tariff!B9', 'the cell is blank now'],
  ])('are refused by name for %s', (_why, after, place, message) => {
    const carried = carry(named(), after)
    expect(carried.ok ? [] : carried.problems).toContainEqual(
      expect.objectContaining({
        file: 'new.xlsx',
        place,
        message: expect.stringContaining(message),
      }),
    )
  })

  it('stay what a workbook names itself, as long as it names all of them', () => {
    const own = (cells: Readonly<Record<string, GivenCell>>) =>
      buildXlsx({
        sheets: {
          Inputs: sheetOf({ A1: 'area', B1: 80 }),
          Outputs: sheetOf({ A1: 'net_premium', B1: 96, A2: 'tax_rate', B2: 0.19, ...cells }),
        },
      })
    const before = own({ A3: 'region_factor', B3: 1 })
    const carried = carry(before, before)
    expect(carried.ok && carried.bytes).toBe(before)
    const refused = carry(before, own({}))
    expect(refused.ok ? [] : refused.problems).toEqual([
      expect.objectContaining({
        place: 'region_factor',
        message: 'The new workbook has no output region_factor, which was at Outputs!B3.',
      }),
    ])
  })
})
