import { buildXlsx, type GivenCell, sheetPart, type XlsxSource } from '@bindery/spreadsheet/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRules } from '../../../rules/index.ts'
import { proposeFromWorkbook } from './propose-from-workbook.ts'

type Cells = Readonly<Record<string, GivenCell>>

interface Given {
  /** Cells of the sheet Calculator beside the price; the input is age in B7 and C7. */
  readonly cells?: Cells
  /** What stands below the cells of the sheet Calculator. */
  readonly below?: string
  readonly sheets?: Readonly<Record<string, Cells>>
  readonly names?: Readonly<Record<string, string>>
  readonly styles?: string
}

const priced: Cells = { J7: 'gross_premium', K7: '=C7*2', J8: 'tax_rate', K8: 0.19, B7: 'age' }

function propose({ cells = {}, below = '', sheets = {}, names = {}, styles }: Given) {
  const tags = Object.entries(names).map(
    ([name, formula]) => `<definedName name="${name}">${formula}</definedName>`,
  )
  const source: XlsxSource = {
    sheets: {
      Calculator: sheetPart({ ...priced, ...cells }, below),
      ...Object.fromEntries(
        Object.entries(sheets).map(([name, content]) => [name, sheetPart(content)]),
      ),
    },
    afterSheets: tags.length === 0 ? '' : `<definedNames>${tags.join('')}</definedNames>`,
    ...(styles !== undefined && { styles }),
  }
  const proposed = proposeFromWorkbook(buildXlsx(source), 'pricing.xlsx')
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.problems))
  const { fields, notices } = proposed.proposal
  return {
    rules: fields[0]?.validation,
    reasons: fields[0]?.reasons ?? [],
    fields,
    notices: notices.map(({ place, message, fix }) => `${place}: ${message} ${fix}`),
  }
}

function validation(attributes: string, formulas: readonly string[], places = 'C7'): string {
  const written = formulas.map((formula, at) => `<formula${at + 1}>${formula}</formula${at + 1}>`)
  return `<dataValidations count="1"><dataValidation ${attributes} showErrorMessage="1" sqref="${places}">${written.join('')}</dataValidation></dataValidations>`
}

/** As Excel writes what points at other sheets since 2010. */
function extended(type: string, formula: string, places = 'C7'): string {
  return `<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{CCE6A557-97BC-4b89-ADB6-D9C79CAAB3DF}"><x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="1"><x14:dataValidation type="${type}" allowBlank="1" showErrorMessage="1"><x14:formula1><xm:f>${formula}</xm:f></x14:formula1><xm:sqref>${places}</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`
}

describe('lists of data validation', () => {
  const zones = { Lists: { A1: 'Zone', A2: 'north', A3: 'south', A5: 'east', B2: 1, B3: 2 } }

  it.each<[string, Given, string]>([
    ['written out', { below: validation('type="list"', ['"a, b,c"']) }, 'string|in:a,b,c'],
    ['numbers', { below: validation('type="list"', ['"1,2.5"']) }, 'numeric|in:1,2.5'],
    ['truth', { below: validation('type="list"', ['"TRUE,FALSE"']) }, 'boolean|in:true,false'],
    [
      'another sheet',
      { below: validation('type="list"', ['Lists!$A$2:$A$9']), sheets: zones },
      'string|in:north,south,east',
    ],
    [
      'another sheet in an extension',
      { below: extended('list', 'Lists!$B$2:$B$3'), sheets: zones },
      'integer|in:1,2',
    ],
    [
      'a name',
      {
        below: validation('type="list"', ['zones']),
        sheets: zones,
        names: { zones: 'Lists!$A$2:$A$3' },
      },
      'string|in:north,south',
    ],
    [
      'entries with commas beside entries without',
      {
        below: `<dataValidations><dataValidation type="list" sqref="C7"><mc:AlternateContent xmlns:mc="x"><mc:Choice Requires="x12ac"><x12ac:list xmlns:x12ac="y">one,"two"</x12ac:list></mc:Choice><mc:Fallback><formula1>"one,two"</formula1></mc:Fallback></mc:AlternateContent></dataValidation></dataValidations>`,
      },
      'string|in:one,two',
    ],
  ])('become in: %s', (_what, given, rules) => {
    expect(propose(given)).toMatchObject({ rules, notices: [] })
  })

  it('take a number that was saved as text for a text', () => {
    const below = validation('type="list"', ['"10115,20095"'])
    expect(propose({ below, cells: { C7: '10115' } }).rules).toBe('string|required|in:10115,20095')
  })

  it('move with the cell where they are not fixed', () => {
    expect(
      propose({
        below: validation('type="list"', ['Lists!A1:A2'], 'C5:C9'),
        sheets: { Lists: { A3: 'low', A4: 'high' } },
      }).rules,
    ).toBe('string|in:low,high')
  })

  it.each<[string, Given, string]>([
    ['a sheet that is not there', { below: extended('list', 'Lost!$A$1:$A$3') }, 'Lost!$A$1'],
    ['a name that is not there', { below: validation('type="list"', ['lost']) }, 'lost'],
    ['nothing any more', { below: validation('type="list"', ['#REF!']) }, '#REF!'],
    ['a text', { below: validation('type="list"', ['INDIRECT($A$1)']) }, 'INDIRECT'],
    [
      'blank cells',
      { below: validation('type="list"', ['Lists!$D$2:$D$9']), sheets: zones },
      'all blank',
    ],
    [
      'formulas',
      { below: validation('type="list"', ['Lists!$A$1:$A$2']), sheets: { Lists: { A1: '=C7' } } },
      'are computed, in Lists!A1',
    ],
    [
      'two columns',
      { below: validation('type="list"', ['Lists!A1:B2']), sheets: zones },
      'not a single',
    ],
    [
      'entries with commas',
      {
        below: validation('type="list"', ['Lists!$A$1:$A$2']),
        sheets: { Lists: { A1: 'a, b', A2: 'c' } },
      },
      '"a, b"',
    ],
  ])('are reported and not taken where they point at %s', (_what, given, word) => {
    const { rules, notices } = propose(given)
    expect(rules).not.toContain('in:')
    expect(notices.join()).toContain(word)
  })
})

describe('bounds of data validation', () => {
  it.each<[string, string, string[], string]>([
    ['whole', 'between', ['18', '75'], 'integer|min:18|max:75'],
    ['whole', 'greaterThan', ['-1'], 'integer|gt:-1'],
    ['decimal', 'lessThan', ['0.5'], 'numeric|lt:0.5'],
    ['decimal', 'greaterThanOrEqual', ['$M$1'], 'numeric|min:12'],
    ['decimal', 'equal', ['3'], 'integer|in:3'],
    ['decimal', 'notEqual', ['3'], 'numeric|not_in:3'],
    [
      'date',
      'between',
      ['46388', 'DATE(2027,12,31)'],
      'iso_date|after_or_equal:2027-01-01|before_or_equal:2027-12-31',
    ],
    ['date', 'greaterThan', ['TODAY()'], 'iso_date|after:today'],
    ['date', 'greaterThanOrEqual', ['TODAY()+1'], 'iso_date|after_or_equal:tomorrow'],
    ['textLength', 'between', ['2', '30'], 'string|min:2|max:30'],
    ['textLength', 'greaterThan', ['4'], 'string|min:5'],
    ['textLength', 'equal', ['5'], 'string|size:5'],
  ])('%s %s', (type, operator, formulas, rules) => {
    const below = validation(`type="${type}" operator="${operator}"`, formulas)
    expect(propose({ below, cells: { M1: 12 } })).toMatchObject({ rules, notices: [] })
  })

  it('of a whole number are whole, and those that nobody means are none', () => {
    const whole = (operator: string, ...bounds: string[]) =>
      propose({ below: validation(`type="whole" operator="${operator}"`, bounds) }).rules
    expect(whole('between', '10.5', '400.5')).toBe('integer|min:11|max:400')
    expect(whole('greaterThan', '10.5')).toBe('integer|gt:10')
    expect(whole('lessThan', '10.5')).toBe('integer|lt:11')
    expect(whole('between', '0', '9.99E+307')).toBe('integer|min:0')
  })

  it('compare with another answer by its name', () => {
    const cells: Cells = { B8: 'child_age', C8: 7, C7: 40 }
    const below = validation('type="whole" operator="greaterThan"', ['C8'])
    expect(propose({ below, cells }).rules).toBe('integer|required|gt:child_age')
  })

  it.each<[string, string, string[], string]>([
    ['what lies outside', 'type="whole" operator="notBetween"', ['1', '2'], 'between two bounds'],
    ['formulas of their own', 'type="custom"', ['ISEVEN(C7)'], 'ISEVEN(C7)'],
    ['times of day', 'type="time"', ['0', '0.5'], 'time of day'],
    ['computed bounds', 'type="whole" operator="lessThan"', ['LEN(M1)'], 'LEN(M1)'],
    ['months', 'type="date" operator="greaterThan"', ['EDATE(TODAY(),1)'], 'EDATE(TODAY(),1)'],
    ['bounds the wrong way round', 'type="whole"', ['9', '2'], 'Exchange'],
    ['a bound that is gone', 'type="whole" operator="lessThan"', ['#REF!'], '#REF!'],
  ])('are reported and never guessed: %s', (_what, attributes, formulas, word) => {
    const { rules, notices } = propose({ below: validation(attributes, formulas) })
    expect(rules).toMatch(/^(integer|iso_date)?$/)
    expect(notices[0]).toContain(word)
    expect(notices[0]).toMatch(/^Calculator!C7: /)
  })

  it('refuse and allow exactly what the spreadsheet program would', () => {
    const operators = [
      'between',
      'equal',
      'notEqual',
      'lessThan',
      'lessThanOrEqual',
      'greaterThan',
      'greaterThanOrEqual',
    ] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...operators),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.integer({ min: -60, max: 80 }), { minLength: 1, maxLength: 8 }),
        (operator, first, span, answers) => {
          const second = first + span
          const below = validation(`type="whole" operator="${operator}"`, [
            String(first),
            String(second),
          ])
          const { rules } = propose({ below })
          const compiled = compileRules([{ name: 'age', path: 'data', validation: rules ?? '' }], {
            file: 'quote.json',
            timeZone: 'UTC',
            dataset: () => undefined,
          })
          if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
          const holds = {
            between: (value: number) => value >= first && value <= second,
            equal: (value: number) => value === first,
            notEqual: (value: number) => value !== first,
            lessThan: (value: number) => value < first,
            lessThanOrEqual: (value: number) => value <= first,
            greaterThan: (value: number) => value > first,
            greaterThanOrEqual: (value: number) => value >= first,
          }[operator]
          for (const age of [...answers, first, second]) {
            const errors = compiled.checker.check({ data: { age } }, context)
            expect(errors.length === 0).toBe(holds(age))
          }
        },
      ),
      { numRuns: 30 },
    )
  })
})

const context = {
  now: Temporal.PlainDateTime.from('2027-03-01T12:00'),
  item: () => undefined,
  hasLiteral: () => false,
}

describe('what else says what may be answered', () => {
  it('is the required column, where it does not compute', () => {
    expect(propose({ cells: { C7: 40, D7: true } }).rules).toBe('numeric|required')
    expect(propose({ cells: { C7: 40, D7: false } }).rules).toBe('numeric')
    const { rules, reasons } = propose({ cells: { C7: 40, D7: '=C7>3' } })
    expect(rules).toBe('numeric')
    expect(reasons.join()).toContain('Calculator!D7 computes whether it is')
  })

  it.each<[string, string | number | boolean, string]>([
    ['=AND(C7>=18,C7<=75)', 40, 'numeric|required|min:18|max:75'],
    ['=AND(ISNUMBER(C7),17<C7,C7=INT(C7))', 40, 'integer|required|gt:17'],
    ['=OR(C7="a",C7="b")', 'a', 'string|required|in:a,b'],
    ['=OR(C7="",AND(LEN(C7)>1,LEN(C7)<9))', 'abc', 'string|required|min:2|max:8'],
    ['=COUNTIF(M1:M2,C7)=1', 'x', 'string|required|in:x,y'],
    ['=ISNUMBER(MATCH(C7,M1:M2,0))', 'x', 'string|required|in:x,y'],
    ['=AND(C7>=18,MOD(C7,2)=0)', 40, 'numeric|required|min:18'],
  ])('is the valid column: %s', (formula, value, rules) => {
    const lists = { Lists: { M1: 'x', M2: 'y' } }
    const moved = formula.replace('M1:M2', 'Lists!M1:M2')
    expect(propose({ cells: { C7: value, E7: moved }, sheets: lists }).rules).toBe(rules)
  })

  it('is not the valid column where it declines a risk', () => {
    const cells: Cells = { C7: 40, E7: '=C7<75', F7: 'knockout' }
    expect(propose({ cells }).rules).toBe('numeric|required')
  })

  const rates = {
    Rates: { A1: 'key', A2: 'a', A3: 'b', B2: 1, B3: 2, C2: 18, C3: 30 },
    Titled: { A2: 'key', B2: 'rate', A3: 'a', B3: 1, A4: 'b', B4: 2 },
  }
  it.each<[string, string | number, string]>([
    ['=VLOOKUP(C7,Rates!A2:B3,2,FALSE)', 'a', 'string|required|in:a,b'],
    ['=INDEX(Rates!B2:B3,MATCH(C7,Rates!A2:A3,0))', 'a', 'string|required|in:a,b'],
    ['=_xlfn.XLOOKUP(C7,Rates!A2:A3,Rates!B2:B3)', 'a', 'string|required|in:a,b'],
    ['=_xlfn.SWITCH(C7,"a",1,"b",2)', 'a', 'string|required|in:a,b'],
    ['=IF(VLOOKUP(C7,Rates!A2:B3,2,0)>1,5,6)', 'a', 'string|required|in:a,b'],
    ['=VLOOKUP(C7,Titled!A:B,2,FALSE)', 'a', 'string|required|in:a,b'],
    // A title cannot be distinguished from a key.
    ['=VLOOKUP(C7,Rates!A:B,2,FALSE)', 'a', 'string|required'],
    ['=LOOKUP(C7,Rates!C2:C3,Rates!B2:B3)', 40, 'numeric|required|min:18'],
    // Other answers have a price as well.
    ['=IFERROR(VLOOKUP(C7,Rates!A2:B3,2,FALSE),9)', 'a', 'string|required'],
    ['=_xlfn.XLOOKUP(C7,Rates!A2:A3,Rates!B2:B3,9)', 'a', 'string|required'],
    ['=_xlfn.SWITCH(C7,"a",1,"b",2,3)', 'a', 'string|required'],
    ['=IF(C7="none",0,VLOOKUP(C7,Rates!A2:B3,2,FALSE))', 'a', 'string|required'],
  ])('are the keys that it is looked up among: %s', (formula, value, rules) => {
    const cells: Cells = { C7: value, K7: formula }
    expect(propose({ cells, sheets: rates }).rules).toBe(rules)
  })

  it('reports what may be chosen and is not found', () => {
    const cells: Cells = { C7: 'a', K7: '=VLOOKUP(C7,Rates!A2:B3,2,FALSE)' }
    const below = validation('type="list"', ['"a,b,c"'])
    const { rules, notices } = propose({ cells, below, sheets: rates })
    expect(rules).toBe('string|required|in:a,b,c')
    expect(notices[0]).toContain(
      '"c" is an allowed answer, but Calculator!K7 looks it up in Rates!A2:A3',
    )
  })

  const styles =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="3"/><xf numFmtId="49"/></cellXfs>'
  it.each<[number, string | number | null, string]>([
    [1, 46447, 'iso_date|required'],
    [1, null, 'iso_date'],
    [2, 1200, 'integer|required'],
    [2, 12.5, 'numeric|required'],
    [3, null, 'string'],
    [0, 12, 'numeric|required'],
  ])('is the number format: style %s with %s', (style, value, rules) => {
    expect(propose({ styles, cells: { C7: [value, null, style] } }).rules).toBe(rules)
  })

  const formats =
    '<numFmts count="1"><numFmt numFmtId="164" formatCode="h:mm"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="49"/><xf numFmtId="9"/></cellXfs>'

  it.each<[string, Given, string, string]>([
    ['a time of day', { cells: { C7: [0.5, null, 1] } }, 'numeric|required', 'time of day'],
    ['a number in a text', { cells: { C7: ' 12' } }, 'string|required', 'number written as text'],
    [
      'numbers among texts',
      {
        cells: { C7: 'a' },
        below: validation('type="list"', ['Lists!$A$1:$A$2']),
        sheets: { Lists: { A1: 'a', A2: 3 } },
      },
      'string|required|in:a',
      'holds 3, of another kind',
    ],
  ])('may be meant otherwise, which is reported: %s', (_what, given, rules, word) => {
    const proposed = propose({ styles: formats, ...given })
    expect(proposed.rules).toBe(rules)
    expect(proposed.notices.join()).toContain(word)
  })

  it('is meant as it stands where its format says so', () => {
    expect(propose({ styles: formats, cells: { C7: ['012', null, 2] } }).notices).toEqual([])
    const { reasons, notices } = propose({ styles: formats, cells: { C7: [0.1, null, 3] } })
    expect(reasons.join()).toContain('shown in per cent')
    expect(notices).toEqual([])
  })

  it('is reported where nothing says it', () => {
    expect(propose({}).notices).toEqual([expect.stringContaining('what kind of answer age is')])
  })
})

describe('a hostile workbook', () => {
  it('with more data validation than anybody writes is read for its prices alone', () => {
    const many = Array.from({ length: 6000 }, () => '<dataValidation type="none" sqref="A1"/>')
    const { rules, notices } = propose({
      cells: { C7: 40 },
      below: `<dataValidations>${many.join('')}</dataValidations>`,
    })
    expect(rules).toBe('numeric|required')
    expect(notices[0]).toContain('10000 places')
  })

  it('with data validation of an unknown kind is reported', () => {
    const below = '<dataValidations><dataValidation type="magic" sqref="C7"/></dataValidations>'
    expect(propose({ cells: { C7: 40 }, below }).notices[0]).toContain('magic')
  })
})
