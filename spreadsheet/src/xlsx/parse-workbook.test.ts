import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  buildXlsx,
  relationship,
  relationshipsPart,
  sheetOf,
  xlsxParts,
  zipParts,
} from '../testing/build-xlsx.ts'
import type { Cell, Workbook } from '../workbook.ts'
import { addressOf, columnLetters, columnNumber, parseAddress } from './cell-address.ts'
import { parseWorkbook } from './parse-workbook.ts'

function parsed(bytes: Uint8Array): Workbook {
  const result = parseWorkbook(bytes)
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join('\n'))
  return result.workbook
}

/** The cells of the first sheet by address. */
function cellsOf(bytes: Uint8Array): Record<string, Omit<Cell, 'row' | 'column'>> {
  const [sheet] = parsed(bytes).sheets
  return Object.fromEntries(
    (sheet?.cells ?? []).map(({ row, column, ...cell }) => [addressOf(row, column), cell]),
  )
}

function cellsOfRows(rows: string, sharedStrings = '') {
  return cellsOf(buildXlsx({ sheets: { Calc: rows }, sharedStrings }))
}

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.xlsx`, import.meta.url))

describe('values of cells', () => {
  it('are read in every way that spreadsheet programs write them', () => {
    const cells = cellsOfRows(
      `<row r="1">
        <c r="A1"><v>1.5E-3</v></c><c r="B1" t="n"><v>-42</v></c><c r="C1" t="b"><v>0</v></c>
        <c r="D1" t="b"><v>1</v></c><c r="E1" t="e"><v>#N/A</v></c><c r="F1" t="e"><v>#SPILL!</v></c>
        <c r="G1" t="str"><v>plain</v></c><c r="H1" t="s"><v>1</v></c>
        <c r="I1" t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve">line </t></r></is></c>
        <c r="J1" t="d"><v>2024-02-29</v></c><c r="K1" t="d"><v>2024-02-29T06:00:00</v></c>
        <c r="L1" s="4"/><c r="M1"/></row>`,
      `<si><t>none</t></si><si><r><t xml:space="preserve">rich </t></r><r><rPr><b/></rPr><t>text</t></r><rPh sb="0" eb="1"><t>aid</t></rPh></si>`,
    )
    const values = Object.fromEntries(
      Object.entries(cells).map(([address, { value }]) => [address, value]),
    )
    expect(values).toEqual({
      A1: 0.0015,
      B1: -42,
      C1: false,
      D1: true,
      E1: { error: '#N/A' },
      F1: { error: '#VALUE!' },
      G1: 'plain',
      H1: 'rich text',
      I1: 'inline ',
      J1: 45_351,
      K1: 45_351.25,
    })
  })

  it('keep their characters, escaped or not', () => {
    const cells = cellsOfRows(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>&lt;a href="x"&gt; &amp;amp; &#65;&#x42;</v></c><c r="C1" t="inlineStr"><is><t><![CDATA[<raw> & ]]></t></is></c></row>`,
      `<si><t xml:space="preserve">  one_x000D_\r\ntwo _x005F_x0041_ </t></si>`,
    )
    expect(cells['A1']?.value).toBe('  one\r\ntwo _x0041_ ')
    expect(cells['B1']?.value).toBe('<a href="x"> &amp; AB')
    expect(cells['C1']?.value).toBe('<raw> & ')
  })

  it('that formulas were saved with survive, FALSE and empty texts and nothing at all included', () => {
    const cells = cellsOfRows(
      `<row r="1"><c r="A1" t="b"><f>1&gt;2</f><v>0</v></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1"><f>1+1</f></c><c r="D1"><f>1+1</f><v/></c><c r="E1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="F1"><f>0</f><v>0</v></c></row>`,
    )
    expect(cells).toEqual({
      A1: { formula: '1>2', value: false },
      B1: { formula: '""', value: '' },
      C1: { formula: '1+1', value: null },
      D1: { formula: '1+1', value: null },
      E1: { formula: '1/0', value: { error: '#DIV/0!' } },
      F1: { formula: '0', value: 0 },
    })
  })

  it('of dates follow the way the workbook counts its days', () => {
    const rows = '<row r="1"><c r="A1" t="d"><v>2024-02-29</v></c></row>'
    const workbook = parsed(buildXlsx({ sheets: { Calc: rows }, countsFrom1904: true }))
    expect(workbook.countsFrom1904).toBe(true)
    expect(workbook.sheets[0]?.cells[0]?.value).toBe(45_351 - 1462)
  })

  it('a TRUE that was typed is a value, though LibreOffice saves it as a formula', () => {
    const cells = cellsOfRows(
      '<row r="1"><c r="A1" t="b"><f aca="false">TRUE()</f><v>1</v></c><c r="B1" t="b"><f>FALSE()</f><v>0</v></c></row>',
    )
    expect(cells).toEqual({
      A1: { formula: null, value: true },
      B1: { formula: null, value: false },
    })
  })

  it('stand where the cell before them leads, if they do not say where', () => {
    const cells = cellsOfRows(
      '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="5"><c><v>4</v></c></row><row><c r="B6"><v>5</v></c></row>',
    )
    expect(Object.keys(cells)).toEqual(['A1', 'D1', 'E1', 'A5', 'B6'])
  })
})

describe('formulas', () => {
  it('that are shared are written out in each of their cells', () => {
    const cells = cellsOfRows(
      `<row r="1"><c r="B1"><f t="shared" ref="B1:C3" si="0">A1*$A$1+A$2+SUM($A1:A1)+Rates!B2+LOG10(A1)&amp;"A1"</f><v>1</v></c><c r="C1"><f t="shared" si="0"/><v>2</v></c></row>
       <row r="3"><c r="B3"><f t="shared" si="0"/><v>3</v></c></row>`,
    )
    expect(cells['C1']?.formula).toBe('B1*$A$1+B$2+SUM($A1:B1)+Rates!C2+LOG10(B1)&"A1"')
    expect(cells['B3']?.formula).toBe('A3*$A$1+A$2+SUM($A3:A3)+Rates!B4+LOG10(A3)&"A1"')
    expect(cells['B3']?.value).toBe(3)
  })

  it('for a range carry it in their first cell; data tables are left to be refused', () => {
    const cells = cellsOfRows(
      `<row r="1"><c r="B1" cm="1"><f t="array" ref="B1:B2">A1:A2*2</f><v>2</v></c><c r="C1"><f t="dataTable" ref="C1:C9" r1="A1"/><v>7</v></c></row><row r="2"><c r="B2"><v>4</v></c></row>`,
    )
    expect(cells).toEqual({
      B1: { formula: 'A1:A2*2', value: 2, arrayRange: 'B1:B2' },
      C1: { formula: 'TABLE()', value: 7 },
      B2: { formula: null, value: 4 },
    })
  })

  it('elsewhere in a sheet, such as those of conditional formats, are no cells', () => {
    const rows = sheetOf({ A1: 1 })
    const parts = xlsxParts({ sheets: { Calc: rows } })
    const sheet = 'xl/worksheets/sheet1.xml'
    parts[sheet] = String(parts[sheet]).replace(
      '</worksheet>',
      '<conditionalFormatting sqref="A1"><cfRule><formula>A1&gt;1</formula></cfRule></conditionalFormatting><extLst><ext><row r="9"><c r="A9"><v>9</v></c></row></ext></extLst></worksheet>',
    )
    expect(Object.keys(cellsOf(zipParts(parts)))).toEqual(['A1'])
  })
})

describe('what surrounds the cells', () => {
  it('names are known in the workbook or in one sheet; those for printing are left out', () => {
    const names =
      '<definedNames><definedName name="in_age" comment="c">Calc!$A$1</definedName><definedName name="rate" localSheetId="1">0.19</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Calc!$A$1:$B$2</definedName></definedNames>'
    const source = { sheets: { Calc: '', 'A & B': '' }, afterSheets: names }
    expect(parsed(buildXlsx(source)).names).toEqual([
      { name: 'in_age', formula: 'Calc!$A$1', sheet: null },
      { name: 'rate', formula: '0.19', sheet: 'A & B' },
    ])
  })

  it('tables are found through the sheet they stand on', () => {
    const parts = xlsxParts({ sheets: { Calc: '', Rates: sheetOf({ A1: 'Key' }) } })
    parts['xl/worksheets/_rels/sheet2.xml.rels'] = relationshipsPart([
      relationship(1, 'table', '../tables/table1.xml'),
    ])
    parts['xl/tables/table1.xml'] =
      '<x:table xmlns:x="m" id="1" name="n" displayName="Rates" ref="A1:B4" totalsRowCount="1" headerRowCount="1"><x:tableColumns><x:tableColumn id="1" name="Key"/><x:tableColumn id="2" name="Fac_x000a_tor"><x:calculatedColumnFormula>1</x:calculatedColumnFormula></x:tableColumn></x:tableColumns></x:table>'
    expect(parsed(zipParts(parts)).tables).toEqual([
      {
        name: 'Rates',
        sheet: 'Rates',
        range: 'A1:B4',
        columns: ['Key', 'Fac\ntor'],
        hasHeader: true,
        hasTotals: true,
      },
    ])
  })

  it('hidden sheets are read, charts that fill a sheet are not', () => {
    const parts = xlsxParts({ sheets: { Calc: sheetOf({ A1: 1 }), Picture: '' } })
    parts['xl/workbook.xml'] = String(parts['xl/workbook.xml']).replace(
      'sheetId="1"',
      'sheetId="1" state="veryHidden"',
    )
    parts['xl/_rels/workbook.xml.rels'] = relationshipsPart([
      relationship(1, 'worksheet', '/xl/worksheets/sheet1.xml'),
      relationship(2, 'chartsheet', 'chartsheets/sheet1.xml'),
    ])
    expect(parsed(zipParts(parts)).sheets.map(({ name }) => name)).toEqual(['Calc'])
  })

  it('tags may carry a prefix, and parts names in any case', () => {
    const parts = xlsxParts({ sheets: { Calc: '' } })
    delete parts['xl/worksheets/sheet1.xml']
    parts['xl/Worksheets/Sheet1.xml'] =
      '\uFEFF<x:worksheet xmlns:x="m"><!-- a --><x:sheetData><x:row r="2"><x:c r="B2" t="b"><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(cellsOf(zipParts(parts))).toEqual({ B2: { formula: null, value: true } })
  })
})

describe('files of other programs', () => {
  it('one workbook saved by openpyxl and by LibreOffice has the same formulas and inputs', () => {
    const written = cellsOf(fixture('household-openpyxl'))
    const saved = cellsOf(fixture('household-libreoffice'))
    expect(Object.keys(saved)).toEqual(Object.keys(written))
    for (const [address, cell] of Object.entries(written)) {
      expect(saved[address]?.formula, address).toBe(cell.formula)
      if (cell.formula === null) expect(saved[address]?.value, address).toEqual(cell.value)
      else expect(saved[address]?.value, address).not.toBeNull()
    }
    expect(saved['C11']?.value).toBe(46_419)
    expect(saved['K10']).toEqual({ formula: 'K7+K9', value: 14_869 })
  })

  it('LibreOffice keeps errors, FALSE and empty texts with formulas', () => {
    const cells = cellsOf(fixture('traps-libreoffice'))
    expect(cells['B1']).toEqual({ formula: 'A1=2', value: false })
    expect(cells['B2']).toEqual({ formula: '1/0', value: { error: '#DIV/0!' } })
    expect(cells['B5']?.value).toBe('')
    expect(cells['B7']).toEqual({ formula: null, value: false })
    expect(cells['C1']).toEqual({ formula: 'A1:A2*2', value: 2, arrayRange: 'C1:C2' })
    expect(cells['D1']?.value).toBe('  two\nlines  ')
  })
})

describe('addresses', () => {
  it('name columns by letters and back', () => {
    for (const [column, letters] of [
      [1, 'A'],
      [26, 'Z'],
      [27, 'AA'],
      [702, 'ZZ'],
      [703, 'AAA'],
      [16_384, 'XFD'],
    ] as const) {
      expect(columnLetters(column)).toBe(letters)
      expect(columnNumber(letters)).toBe(column)
      expect(parseAddress(`${letters}7`)).toEqual({ row: 7, column })
    }
    for (const wrong of ['', 'A', '7', 'A0', 'XFE1', 'A1048577', 'AAAA1', 'A1B', '$A$1', 'A-1']) {
      expect(parseAddress(wrong), wrong).toBeNull()
    }
  })
})
