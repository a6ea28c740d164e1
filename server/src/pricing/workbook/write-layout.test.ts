import { readFileSync } from 'node:fs'
import { parseWorkbook, placeOf } from '@bindery/spreadsheet'
import { buildXlsx, sheetOf, xlsxParts, zipParts } from '@bindery/spreadsheet/testing'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readLayout } from './read-layout.ts'
import { noSaleCells, writeLayout } from './write-layout.ts'

function parsed(bytes: Uint8Array) {
  const result = parseWorkbook(bytes)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.workbook
}

/** Files of three programs: names and styles are written in different ways. */
const files: readonly [string, () => Uint8Array][] = [
  [
    'openpyxl',
    () =>
      readFileSync(
        new URL('../../../../spreadsheet/src/xlsx/fixtures/traps-openpyxl.xlsx', import.meta.url),
      ),
  ],
  [
    'LibreOffice',
    () =>
      readFileSync(
        new URL(
          '../../../../spreadsheet/src/xlsx/fixtures/traps-libreoffice.xlsx',
          import.meta.url,
        ),
      ),
  ],
  [
    'Excel, with names',
    () =>
      buildXlsx({
        sheets: { "Bob's sheet": sheetOf({ B3: 40 }), bindery: sheetOf({ A1: 1 }) },
        afterSheets: '<definedNames><definedName name="rate">0.19</definedName></definedNames>',
      }),
  ],
  [
    'a program that names its tags in full',
    () => {
      const plain = unzipSync(buildXlsx({ sheets: { Tarif: sheetOf({ B3: 40 }) } }))
      const text = strFromU8(plain['xl/workbook.xml'] ?? new Uint8Array())
        .replace('xmlns=', 'xmlns:x=')
        .replaceAll(/<(\/?)(workbook|workbookPr|sheets|sheet)\b/g, '<$1x:$2')
      const sheets = { Tarif: sheetOf({ B3: 40 }) }
      return buildXlsxWith(sheets, text)
    },
  ],
]

function buildXlsxWith(sheets: Record<string, string>, workbookPart: string): Uint8Array {
  return zipParts({ ...xlsxParts({ sheets }), 'xl/workbook.xml': workbookPart })
}

describe('a layout that is written into a copy of a workbook', () => {
  it.each(files)('is found there, and all else is as it was: %s', (_program, file) => {
    const bytes = file()
    const before = parsed(bytes)
    const sheet = before.sheets[0]?.name ?? ''
    const at = (row: number, column: number) => ({ sheet, row, column })
    const written = writeLayout(bytes, before, {
      inputs: [{ name: 'years', cell: at(3, 2) }],
      outputs: [
        { name: 'net_premium', cell: at(3, 2) },
        { name: 'label', cell: at(3, 2) },
      ],
      taxRate: 0.19,
      amountsTimes: 100,
      sale: noSaleCells,
    })
    const copy = parsed(written.bytes)
    expect(written.workbook).toEqual(copy)
    expect(copy.sheets.slice(0, -1)).toEqual(before.sheets)
    expect(copy.names.slice(0, before.names.length)).toEqual(before.names)
    const { layout } = readLayout(copy)
    const added = copy.sheets.at(-1)?.name ?? ''
    expect(layout?.inputs.slice(-1).map(({ name, cell }) => `${name} ${placeOf(cell)}`)).toEqual([
      `years ${sheet}!B3`,
    ])
    expect(layout?.outputs.map(({ name, cell }) => `${name} ${placeOf(cell)}`)).toEqual([
      `net_premium ${added}!B3`,
      `label ${added}!B4`,
      `tax_rate ${added}!B5`,
    ])
    const reference = `'${sheet.replaceAll("'", "''")}'!$B$3`
    expect(copy.sheets.at(-1)?.cells).toContainEqual(
      expect.objectContaining({ row: 3, column: 2, formula: `${reference}*100` }),
    )
  })
})
