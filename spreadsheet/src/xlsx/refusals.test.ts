import { readFileSync } from 'node:fs'
import { array, assert, constantFrom, integer, nat, property, record } from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import {
  buildXlsx,
  relationship,
  relationshipsPart,
  sheetOf,
  type XlsxParts,
  xlsxParts,
  zipParts,
} from '../testing/build-xlsx.ts'
import { workbookLimits } from './limits.ts'
import { parseWorkbook } from './parse-workbook.ts'

/** As many cases as a run of all tests has time for, or some times as many. */
const draws = (usual: number) => usual * Number(process.env['DRAWS'] ?? 1)

const good = xlsxParts({ sheets: { Calc: sheetOf({ A1: 1, B1: '=A1*2' }) } })

/** What the reader says to a file that it refuses. */
function refusal(bytes: Uint8Array, limits = workbookLimits): string {
  const result = parseWorkbook(bytes, limits)
  if (result.ok) throw new Error('the workbook was accepted')
  for (const { message, fix } of result.problems) {
    expect(message).toMatch(/^[A-Z].*\.$/)
    expect(fix).toMatch(/^[A-Z].*[.)]$/)
  }
  return result.problems.map(({ place, message }) => `${place}: ${message}`).join('\n')
}

const with_ = (changes: XlsxParts) => zipParts({ ...good, ...changes })
const text = (content: string) => new TextEncoder().encode(content)
const sheet = 'xl/worksheets/sheet1.xml'

describe('files that are something else', () => {
  it('are named for what they are', () => {
    expect(refusal(new Uint8Array())).toContain('The file is empty')
    expect(refusal(text('a;b;c\n1;2;3'))).toContain('not an .xlsx workbook')
    expect(refusal(text('<html><table></table></html>'))).toContain('not an .xlsx workbook')
    expect(refusal(zipParts({ 'word/document.xml': '<w/>' }))).toContain(
      'a zip archive, not a workbook',
    )
    const ods = {
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': '<o/>',
    }
    expect(refusal(zipParts(ods))).toContain('OpenDocument')
    const binary = {
      '_rels/.rels': relationshipsPart([relationship(1, 'officeDocument', 'xl/workbook.bin')]),
      'xl/workbook.bin': 'x',
    }
    expect(refusal(zipParts(binary))).toContain('.xlsb')
  })

  it('old and encrypted ones are told apart', () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])
    expect(refusal(compound)).toContain('the old format .xls')
    const encrypted = Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])
    expect(refusal(encrypted)).toContain('protected by a password')
    const locked = Buffer.from(zipParts(good))
    const directory = locked.indexOf(Buffer.from('504b0102', 'hex'))
    locked.writeUInt16LE(1, directory + 8)
    expect(refusal(locked)).toContain('protected by a password')
  })
})

describe('workbooks that reach outside themselves', () => {
  it('with macros are refused, whatever their file is called', () => {
    expect(refusal(with_({ 'xl/vbaProject.bin': 'x' }))).toContain('macros')
    const macroSheet = relationshipsPart([
      relationship(1, 'worksheet', 'worksheets/sheet1.xml'),
      relationship(2, 'xlMacrosheet', 'macrosheets/sheet1.xml'),
    ])
    expect(refusal(with_({ 'xl/_rels/workbook.xml.rels': macroSheet }))).toContain('macros')
  })

  it('with document types or entities are refused', () => {
    const bomb =
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'
    expect(refusal(with_({ [sheet]: bomb }))).toContain(`${sheet}: The file declares`)
    const unknown = good[sheet]?.toString().replace('A1*2', '&secret;') ?? ''
    expect(refusal(with_({ [sheet]: unknown }))).toContain('unknown entity &secret;')
  })
})

describe('damaged files', () => {
  it('cut off anywhere are refused', () => {
    const bytes = zipParts(good)
    for (let length = 3; length < bytes.length; length += 13) {
      expect(refusal(bytes.subarray(0, length))).toContain('damaged')
    }
  })

  it('say in which part the damage is', () => {
    const spoiled = (part: string, content: string) => refusal(with_({ [part]: content }))
    const body = String(good[sheet])
    expect(spoiled(sheet, '')).toContain(`${sheet}: The file is damaged: a sheet is empty`)
    expect(spoiled(sheet, body.slice(0, -12))).toContain('cut off')
    expect(spoiled(sheet, body.replace('</row>', '</wor>'))).toContain('tags do not match')
    expect(spoiled(sheet, body.replace('r="B1"', 'r="1B"'))).toContain('cell 1B is out of order')
    expect(spoiled(sheet, body.replace('r="B1"', 'r="A1"'))).toContain('cell A1 is out of order')
    expect(spoiled(sheet, body.replace('<v>1<', '<v>one<'))).toContain('Calc!A1')
    expect(spoiled(sheet, body.replace('<c r="A1">', '<c r="A1" t="s">'))).toContain(
      'text is missing',
    )
    expect(spoiled(sheet, body.replace('<c r="A1">', '<c r="A1" t="q">'))).toContain(
      'unknown type q',
    )
    expect(spoiled(sheet, body.replace('<f>A1*2</f>', '<f t="shared" si="4"/>'))).toContain(
      'Calc!B1: The file is damaged: a shared formula is missing',
    )
    expect(spoiled('xl/workbook.xml', '<workbook/>')).toContain('no sheets')
    expect(refusal(with_({ [sheet]: new Uint8Array([0xff, 0xfe, 0x3c]) }))).toContain('UTF-8')
    const { [sheet]: _, ...without } = good
    expect(refusal(zipParts(without))).toContain(`${sheet}: The file is damaged: a part is missing`)
  })

  it('with a wrong checksum are refused', () => {
    const bytes = Buffer.from(zipParts(good))
    const record = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))
    bytes.writeUInt8(bytes.readUInt8(record + 16) ^ 1, record + 16)
    expect(refusal(bytes)).toContain('checksum')
  })

  it('whatever bytes are changed or lost, the answer is a workbook or a problem', () => {
    const original = readFileSync(new URL('./fixtures/household-libreoffice.xlsx', import.meta.url))
    const change = record({ at: nat(original.length - 1), byte: integer({ min: 0, max: 255 }) })
    assert(
      property(array(change, { maxLength: 8 }), nat(original.length), (changes, length) => {
        const bytes = Buffer.from(original)
        for (const { at, byte } of changes) bytes[at] = byte
        for (const candidate of [bytes, bytes.subarray(0, length)]) parseWorkbook(candidate)
      }),
      { numRuns: draws(80) },
    )
  })

  it('whatever is changed in the text of a part, the answer is a workbook or a problem', () => {
    const parts = xlsxParts({
      sheets: { Calc: sheetOf({ A1: 1, B1: '=A1*2', C3: 'text & more', D9: true }) },
      sharedStrings: '<si><r><t>a</t></r></si>',
      afterSheets: '<definedNames><definedName name="in_a">Calc!$A$1</definedName></definedNames>',
    })
    const name = constantFrom(...Object.keys(parts))
    const scrap = constantFrom(
      '<',
      '>',
      '"',
      '/',
      '&',
      '&#x110000;',
      ' ',
      '<c r="A1"',
      '<v>',
      ']]>',
      '<!--',
      '<![CDATA[',
      '\0',
      '=',
      '9'.repeat(400),
    )
    const edit = record({ at: nat(2000), removed: nat(30), scrap })
    assert(
      property(name, array(edit, { minLength: 1, maxLength: 3 }), (part, edits) => {
        let content = String(parts[part])
        for (const { at, removed, scrap } of edits) {
          const from = at % (content.length + 1)
          content = content.slice(0, from) + scrap + content.slice(from + removed)
        }
        parseWorkbook(zipParts({ ...parts, [part]: content }))
      }),
      { numRuns: draws(120) },
    )
  })
})

describe('files that would grow when unpacked', () => {
  const blank = ' '.repeat(4_000_000)

  it('are refused from what their directory says', () => {
    expect(refusal(with_({ 'xl/media/a.xml': blank }))).toContain('200 times its size')
    const limits = { ...workbookLimits, inflationRatioMax: 10_000, inflatedBytesMax: 3_000_000 }
    expect(refusal(with_({ 'xl/media/a.xml': blank }), limits)).toContain('more than 3 MiB')
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`xl/${at}.xml`, '']))
    expect(refusal(with_(many))).toMatch(/has 200\d parts/)
  })

  it('are refused while unpacking, where the directory lies', () => {
    const body = String(good[sheet]).replace('</sheetData>', `</sheetData>${blank}`)
    const bytes = Buffer.from(zipParts({ ...good, [sheet]: body }))
    const name = Buffer.from(sheet)
    // The name stands first in the header before the part, then in the directory.
    bytes.writeUInt32LE(5000, bytes.indexOf(name) - 8)
    bytes.writeUInt32LE(5000, bytes.lastIndexOf(name) - 22)
    expect(refusal(bytes)).toContain('larger than it says')
  })

  it('are refused where a part lies inside another', () => {
    const inner = zipSync({ 'xl/b.xml': text('same') }, { level: 0 })
    const files = { 'xl/a.xml': inner, 'xl/b.xml': text('same') }
    const bytes = Buffer.from(zipSync(files, { level: 0 }))
    const insideOther = bytes.indexOf('xl/b.xml') - 30
    bytes.writeUInt32LE(insideOther, bytes.lastIndexOf('xl/b.xml') - 46 + 42)
    expect(refusal(bytes)).toContain('lie over one another')
  })

  it('are refused where a part is there twice, or under two names', () => {
    const bytes = Buffer.from(zipParts({ ...good, 'xl/a.xml': 'same', 'xl/b.xml': 'same' }))
    bytes.write('xl/A.xml', bytes.lastIndexOf('xl/b.xml'))
    expect(refusal(bytes)).toContain('disagree on its name')
    bytes.write('xl/A.xml', bytes.indexOf('xl/b.xml'))
    expect(refusal(bytes)).toContain('there twice')
  })

  it('a text that stands in many cells counts in each', () => {
    const cells = Array.from(
      { length: 2000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`,
    )
    const bytes = buildXlsx({
      sheets: { Calc: cells.join('') },
      sharedStrings: `<si><t>${'x'.repeat(32_000)}</t></si>`,
    })
    expect(refusal(bytes)).toContain('characters together')
  })
})

describe('workbooks that are too large', () => {
  const rows = (count: number) =>
    Array.from(
      { length: count },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
    )

  it('in rows, cells, sheets, names, texts or formulas are refused with the place', () => {
    const far = buildXlsx({ sheets: { Calc: sheetOf({ A1: 1, C1000000: 1 }) } })
    expect(refusal(far)).toContain('Calc!C1000000: Row 1000000 is not empty')
    const small = {
      ...workbookLimits,
      cellsMax: 99,
      sheetsMax: 2,
      namesMax: 1,
      sharedStringsMax: 3,
    }
    const calc = (source: Parameters<typeof buildXlsx>[0]) => refusal(buildXlsx(source), small)
    expect(calc({ sheets: { Calc: rows(100).join('') } })).toContain('Calc!A100')
    expect(calc({ sheets: { A: '', B: '', C: '' } })).toContain('has 3 sheets')
    const name = '<definedName name="a">1</definedName>'
    expect(
      calc({ sheets: { A: '' }, afterSheets: `<definedNames>${name}${name}</definedNames>` }),
    ).toContain('has 2 names')
    expect(calc({ sheets: { A: '' }, sharedStrings: '<si><t/></si>'.repeat(4) })).toContain(
      '3 different texts',
    )
    const long = (cell: string) => calc({ sheets: { Calc: sheetOf({ A1: cell }) } })
    expect(long(`=${'1+'.repeat(4500)}1`)).toContain('Calc!A1: The formula has 9001 characters')
    expect(long('x'.repeat(33_000))).toContain('Calc!A1: The text has 33000 characters')
  })

  it('in bytes are refused unread', () => {
    expect(refusal(zipParts(good), { ...workbookLimits, fileBytesMax: 100 })).toContain(
      'larger than',
    )
  })

  it('rows that are only formatted do not count', () => {
    const formatted = `${sheetOf({ A1: 1 })}<row r="1048576" s="3" customFormat="1"><c r="A1048576" s="3"/></row>`
    expect(parseWorkbook(buildXlsx({ sheets: { Calc: formatted } }))).toMatchObject({ ok: true })
  })
})
