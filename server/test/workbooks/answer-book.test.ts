import { readFile } from 'node:fs/promises'
import { type Cell, type CellPlace, type CellValue, parseAddress } from '@bindery/spreadsheet'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/kernel/index.ts'
import { compileWorkbook } from '../../src/pricing/workbook/compile-workbook.ts'
import type { InputCell } from '../../src/pricing/workbook/layout.ts'
import { agree, isError } from './agree.ts'
import { fixture } from './recorded.ts'

interface AnsweredFormula {
  readonly formula: string
  /** Excel's answer. */
  readonly answer: CellValue
  readonly note?: string
}

interface AnswerBook {
  /** The cells of the sheet Data, by address. */
  readonly data: Readonly<Record<string, CellValue>>
  readonly groups: Readonly<Record<string, readonly AnsweredFormula[]>>
}

// Recorded by ourselves, as README.md describes.
const book = JSON.parse(await readFile(fixture('answer-book.json'), 'utf8')) as AnswerBook
const data = Object.entries(book.data).map(([address, value]) => ({ ...cellAt(address), value }))
const groups = Object.entries(book.groups)

// Cells that stand in the file are worked out when it is compiled, answers when a quote is priced:
// both ways must come to the same.
describe.each([
  { kind: 'that stand in the workbook', inputs: [] },
  { kind: 'that customers give', inputs: data.filter(({ value }) => typeof value !== 'object') },
])('over values $kind', ({ inputs }) => {
  test.each(groups)('%s', (_, formulas) => {
    const differences = formulas.flatMap(({ formula, answer, note = '' }) => {
      const value = valueOf(formula, inputs)
      // A mistake that no answer of a customer can fix is reported at the push.
      const isRight = isRefused(value) ? isError(answer) : agree(value, answer)
      if (isRight) return []
      return [`${formula}: ${JSON.stringify(value)}, not ${JSON.stringify(answer)}. ${note}`]
    })
    expect(differences).toEqual([])
  })
})

test('the book has many cases for every function that pricing workbooks use', () => {
  const formulas = groups.flatMap(([, cases]) => cases.map(({ formula }) => formula))
  const rare = functionNames.filter((name) => {
    const call = new RegExp(`(?<![A-Z0-9])${name}\\(`)
    return formulas.filter((formula) => call.test(formula)).length < 3
  })
  expect(rare).toEqual([])
  expect(formulas.length).toBeGreaterThan(900)
})

const functionNames =
  `IF IFS IFERROR IFNA SWITCH CHOOSE AND OR NOT XOR VLOOKUP HLOOKUP LOOKUP XLOOKUP INDEX MATCH
   XMATCH SUM SUMIF SUMIFS SUMPRODUCT COUNT COUNTA COUNTIF COUNTIFS AVERAGE AVERAGEIF AVERAGEIFS MIN
   MAX MINIFS MAXIFS MEDIAN LARGE SMALL RANK ROUND ROUNDUP ROUNDDOWN MROUND CEILING FLOOR INT TRUNC
   MOD ABS SIGN SQRT POWER EXP LN LOG LOG10 DATE YEAR MONTH DAY EDATE EOMONTH DATEDIF YEARFRAC DAYS
   WEEKDAY NETWORKDAYS DATEVALUE LEFT RIGHT MID LEN UPPER LOWER TRIM CONCAT CONCATENATE TEXTJOIN TEXT
   VALUE FIND SEARCH SUBSTITUTE REPT EXACT ISNUMBER ISTEXT ISBLANK ISERROR ISNA ISLOGICAL N NA LET`.split(
    /\s+/,
  )

/** What a formula comes to in a workbook of its own; a text that begins with refused if it has problems. */
function valueOf(formula: string, inputs: readonly Cell[]): CellValue {
  const prices = [
    { ...cellAt('A1'), formula, value: null },
    { ...cellAt('A2'), formula: 'IF(ISERROR(A1),1,1)', value: null },
    { ...cellAt('A3'), value: 0.19 },
  ]
  const sheets = [
    { name: 'Prices', cells: prices },
    { name: 'Data', cells: data },
  ]
  const place = (sheet: string, { row, column }: Cell): CellPlace => ({ sheet, row, column })
  const result = compileWorkbook(
    { sheets, names: [], tables: [], links: [], countsFrom1904: false },
    {
      inputs: inputs.map((cell): InputCell => {
        const checks = { required: null, isValid: null, knocksOut: false }
        return { name: nameOf(cell), cell: place('Data', cell), ...checks }
      }),
      predefined: [],
      outputs: [
        { name: 'net_premium', cell: place('Prices', cellAt('A2')) },
        { name: 'tax_rate', cell: place('Prices', cellAt('A3')) },
      ],
    },
  )
  if (!result.ok) return `refused: ${result.problems.map(({ message }) => message).join(' ')}`
  const answers = inputs.map((cell) => [nameOf(cell), cell.value])
  const { computed } = result.workbook.cellsFor({
    data: Object.fromEntries(answers) as JsonObject, // Inputs are plain values.
    variables: {},
    today: Temporal.PlainDate.from('2027-03-01'),
  })
  const found = computed.find(({ cell }) => cell.row === 1 && cell.column === 1)
  return found === undefined ? 'refused: not computed' : found.value
}

const isRefused = (value: CellValue) => typeof value === 'string' && value.startsWith('refused:')

const nameOf = ({ row, column }: Cell) => `cell_${row}_${column}`

function cellAt(address: string): Cell {
  const place = parseAddress(address)
  if (place === null) throw new Error(`${address} is no address`)
  return { ...place, formula: null, value: null }
}
