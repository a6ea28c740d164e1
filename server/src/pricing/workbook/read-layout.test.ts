import { readFileSync } from 'node:fs'
import { placeOf } from '@bindery/spreadsheet'
import { buildXlsx, sheetOf } from '@bindery/spreadsheet/testing'
import { describe, expect, it } from 'vitest'
import { readWorkbook, type ReadWorkbookResult } from './read-workbook.ts'

type Cells = Parameters<typeof sheetOf>[0]

const premium: Cells = { J7: 'gross_premium', K7: '=C7*2', J8: 'tax_rate', K8: 0.19 }

function read(
  sheets: Readonly<Record<string, Cells>>,
  names: Readonly<Record<string, string>> = {},
) {
  const tags = Object.entries(names).map(
    ([name, formula]) => `<definedName name="${name}">${formula}</definedName>`,
  )
  return readWorkbook(
    buildXlsx({
      sheets: Object.fromEntries(
        Object.entries(sheets).map(([name, cells]) => [name, sheetOf(cells)]),
      ),
      afterSheets: tags.length === 0 ? '' : `<definedNames>${tags.join('')}</definedNames>`,
    }),
  )
}

function problemsOf(result: ReadWorkbookResult): string[] {
  return result.ok ? [] : result.problems.map(({ place, message }) => `${place}: ${message}`)
}

function warningsOf(result: ReadWorkbookResult): string[] {
  if (!result.ok) throw new Error(problemsOf(result).join('\n'))
  return result.warnings.map(({ place, message }) => `${place}: ${message}`)
}

/** The layout in one word per cell: `age Calculator!C7 required Calculator!D7`. */
function layoutOf(result: ReadWorkbookResult) {
  if (!result.ok) throw new Error(problemsOf(result).join('\n'))
  const { inputs, predefined, outputs } = result.layout
  return {
    inputs: inputs.map(({ name, cell, required, isValid, knocksOut }) =>
      [
        name,
        placeOf(cell),
        required === null ? '' : `required ${placeOf(required)}`,
        isValid === null ? '' : `valid ${placeOf(isValid)}`,
        knocksOut ? 'knocks out' : '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    ),
    predefined: predefined.map(({ name, cell }) => `${name} ${placeOf(cell)}`),
    outputs: outputs.map(({ name, cell }) => `${name} ${placeOf(cell)}`),
  }
}

describe('the sheet Calculator', () => {
  it('names inputs, predefined values, outputs and further outputs from row 7 on', () => {
    const calculator: Cells = {
      B2: 'Household calculator',
      B6: 'Input',
      B7: 'age',
      C7: 40,
      D7: true,
      E7: '=C7>17',
      B9: ' company.industry ',
      D9: '=C7>20',
      E9: '=C9<>"nuclear"',
      F9: 'Knockout',
      G7: 'commission_rate',
      H7: 0.15,
      ...premium,
      J9: 'knockout_size',
      K9: '=C7>99',
      M7: 'renewal',
      N7: '=C7+1',
    }
    expect(layoutOf(read({ Calculator: calculator }))).toEqual({
      inputs: [
        'age Calculator!C7 required Calculator!D7 valid Calculator!E7',
        'company.industry Calculator!C9 required Calculator!D9 valid Calculator!E9 knocks out',
      ],
      predefined: ['commission_rate Calculator!H7'],
      outputs: [
        'gross_premium Calculator!K7',
        'tax_rate Calculator!K8',
        'knockout_size Calculator!K9',
        'renewal Calculator!N7',
      ],
    })
  })

  it('is read the same from a file of LibreOffice', () => {
    const bytes = readFileSync(
      new URL(
        '../../../../spreadsheet/src/xlsx/fixtures/household-libreoffice.xlsx',
        import.meta.url,
      ),
    )
    const result = readWorkbook(bytes)
    expect(warningsOf(result)).toEqual([])
    expect(layoutOf(result).inputs).toContain(
      'bicycle_value Calculator!C10 required Calculator!D10 valid Calculator!E10 knocks out',
    )
  })

  it('has every mistake reported at once', () => {
    const result = read({
      calculator: {
        ...premium,
        B7: 'age',
        D7: 'yes',
        E7: 'valid',
        B8: 'age',
        B9: 'Notes: see below',
        B10: 7,
        J9: 'gross_premium',
        K9: 1,
        J10: 'flow',
        M7: 'tax_rate',
        N7: 1,
      },
    })
    expect(problemsOf(result)).toEqual([
      'calculator!D7: Required is TRUE, FALSE or a formula, not "yes".',
      'calculator!E7: IsValid is TRUE, FALSE or a formula, not "valid".',
      'calculator!B9: The name of an input belongs here, and "Notes: see below" is none.',
      'calculator!B10: The name of an input belongs here, and 7 is none.',
      'calculator!K10: The output flow has no value.',
      'calculator!C8: The input age is also at calculator!C7.',
      'calculator!K9: The output gross_premium is also at calculator!K7.',
      'calculator!N7: The output tax_rate is also at calculator!K8.',
    ])
  })

  it('has the same mistake reported only a limited number of times', () => {
    const notes = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`B${at + 7}`, 'a note']),
    )
    const problems = problemsOf(read({ Calculator: { ...premium, ...notes } }))
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)).toBe(': There are 400 further problems.')
  })

  it('must give outputs that make a premium', () => {
    const noTax = read({ Calculator: { B7: 'age', J7: 'gross_premium', K7: '=C7' } })
    expect(problemsOf(noTax)).toEqual(['outputs: The outputs do not make a premium.'])
    const nothing = read({ Calculator: { B7: 'age' } })
    expect(problemsOf(nothing)).toEqual(['outputs: There are no outputs.'])
  })

  it('warns of formulas in inputs, notes in column F, near misses and a second layout', () => {
    const calculator = {
      ...premium,
      B7: 'age',
      C7: '=20+20',
      F7: 'ask Anna',
      J9: 'policy_start_dat',
      K9: '=C7',
    }
    expect(warningsOf(read({ Calculator: calculator }, { in_age: 'Calculator!$C$7' }))).toEqual([
      'Calculator: The sheet Calculator names inputs and outputs; names that begin with in_ or out_ are ignored.',
      "Calculator!C7: The input age holds a formula, which the customer's answer replaces.",
      'Calculator!F7: Only the word knockout has a meaning in this column; anything else is ignored.',
      'Calculator!K9: The output policy_start_dat has no meaning of its own and goes to extra_data.',
    ])
  })
})

describe('the sheets Inputs and Outputs', () => {
  it('list names and values, with titles or without', () => {
    const result = read({
      Calc: { A1: 1 },
      Inputs: {
        A1: 'Name',
        B1: 'Value',
        A2: 'age',
        B2: 40,
        C2: true,
        D2: '=B2>17',
        E2: 'knockout',
        A4: 'name',
      },
      Outputs: { A1: 'gross_premium', B1: '=Calc!A1', A2: 'tax_rate', B2: 0.19 },
      Variables: { A1: 'commission_rate', B1: 0.15 },
    })
    expect(layoutOf(result)).toEqual({
      inputs: ['age Inputs!B2 required Inputs!C2 valid Inputs!D2 knocks out', 'name Inputs!B4'],
      predefined: ['commission_rate Variables!B1'],
      outputs: ['gross_premium Outputs!B1', 'tax_rate Outputs!B2'],
    })
  })
})

describe('names of cells', () => {
  const cells: Cells = { A1: 40, B1: true, C1: '=A1>17', A2: '=A1*2', A3: 0.19, A4: 0.15 }
  const outputs = { out_gross_premium: 'Calc!$A$2', OUT_tax_rate: 'Calc!A3' }

  it('mark inputs, their conditions, variables and outputs', () => {
    const result = read(
      { Calc: cells },
      {
        ...outputs,
        'in_driver.age': "'calc'!$A$1:$A$1",
        'required_driver.age': 'Calc!$B$1',
        'valid_driver.age': 'Calc!$C$1',
        valid_until: '45000',
        var_commission: 'Calc!$A$4',
      },
    )
    expect(layoutOf(result)).toEqual({
      inputs: ['driver.age Calc!A1 required Calc!B1 valid Calc!C1'],
      predefined: ['commission Calc!A4'],
      outputs: ['gross_premium Calc!A2', 'tax_rate Calc!A3'],
    })
  })

  it('must each stand for one cell, and not for the same', () => {
    const result = read(
      { Calc: cells },
      {
        ...outputs,
        in_range: 'Calc!$A$1:$B$2',
        in_constant: '42',
        in_lost: '#REF!',
        in_sheet: 'Gone!$A$1',
        in_one: 'Calc!$A$1',
        in_two: 'Calc!$A$1',
        out_blank: 'Calc!$Z$9',
      },
    )
    expect(problemsOf(result)).toEqual([
      'name in_range: The name stands for Calc!$A$1:$B$2, not for one cell.',
      'name in_constant: The name stands for 42, not for one cell.',
      'name in_lost: The name stands for #REF!, not for one cell.',
      'name in_sheet: The name stands for Gone!$A$1, not for one cell.',
      'Calc!Z9: The output blank has no value.',
      'Calc!A1: The cell is both one and two.',
    ])
  })
})

describe('a workbook without a layout', () => {
  it('gets an error that names all three', () => {
    const result = read({ Sheet1: { A1: 1 }, Inputs: { A1: 'age' } })
    expect(result).toMatchObject({
      ok: false,
      problems: [{ fix: expect.stringMatching(/Calculator.*Inputs and Outputs.*in_age/) }],
    })
  })
})
