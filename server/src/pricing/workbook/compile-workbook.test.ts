import { describe, expect, test } from 'vitest'
import {
  compiledWorkbook,
  layoutOf,
  priced,
  quoteOf,
  type PricingParts,
  workbookProblems,
} from '../testing/build-workbook.ts'
import { workbookOf } from '@bindery/spreadsheet/testing'
import { compileWorkbookInSlices } from './compile-workbook.ts'

/** A small workbook of three sheets: inputs with checks, a rate table, and the price. */
const bike: PricingParts = {
  sheets: {
    Calculator: {
      C7: 900,
      D7: true,
      E7: '=AND(ISNUMBER(C7),C7>0)',
      C8: 'city',
      D8: '=C7>500',
      E8: '=ISNUMBER(MATCH(C8,Rates!A2:A4,0))',
      C9: null,
      C10: null,
      E10: '=YEAR(C10)<2100',
      H7: 0.15,
      K7: '=ROUND(Calc!B3*1.19,0)',
      K8: '=ROUND(Calc!B3,0)',
      K9: '=Calc!B3*H7',
      K10: '=C10',
      K11: '=Calc!B4',
      K12: '=Calc!B1',
      K13: '=C7>100000',
      K14: '=C9="mars"',
    },
    Calc: {
      B1: '=VLOOKUP(Calculator!C8,Rates!A:B,2,FALSE)',
      B2: '=IF(Calculator!C9="garage",0.9,1)',
      B3: '=Calculator!C7*B1*B2',
      B4: '="kind: "&Calculator!C8',
      B9: '=1/0',
    },
    Rates: {
      A1: 'kind',
      B1: 'rate',
      A2: 'city',
      B2: 0.05,
      A3: 'racing',
      B3: 0.08,
      A4: 'cargo',
      B4: 0,
    },
  },
  inputs: {
    value: { cell: 'Calculator!C7', required: 'Calculator!D7', isValid: 'Calculator!E7' },
    kind: { cell: 'Calculator!C8', required: 'Calculator!D8', isValid: 'Calculator!E8' },
    'storage.place': 'Calculator!C9',
    policy_start_date: { cell: 'Calculator!C10', isValid: 'Calculator!E10', knocksOut: true },
  },
  predefined: { commission_rate: 'Calculator!H7' },
  outputs: {
    gross_premium: 'Calculator!K7',
    net_premium: 'Calculator!K8',
    net_commission_total: 'Calculator!K9',
    policy_start_date: 'Calculator!K10',
    label: 'Calculator!K11',
    rate: 'Calculator!K12',
    knockout_too_valuable: 'Calculator!K13',
    knockout: 'Calculator!K14',
  },
}

const valid = { value: 1000, kind: 'Racing', policy_start_date: '2027-01-31' }

describe('a price from a workbook', () => {
  const workbook = compiledWorkbook(bike)

  test('comes of the answers, the variables and the rate table', () => {
    expect(workbook.inputs).toEqual(['value', 'kind', 'storage.place', 'policy_start_date'])
    expect(workbook.outputs).not.toContain('knockout')
    const calculation = workbook.evaluate(
      quoteOf({ ...valid, storage: { place: 'Garage' } }, { commission_rate: 0.2, unknown: 1 }),
    )
    expect(calculation).toEqual({
      outcome: 'priced',
      outputs: {
        gross_premium: { decimal: '86' },
        net_premium: { decimal: '72' },
        net_commission_total: { decimal: '14.4' },
        policy_start_date: '2027-01-31',
        label: 'kind: Racing',
        rate: { decimal: '0.08' },
      },
    })
  })

  test('takes the value of the file where the integration sends no variable', () => {
    expect(priced(workbook, valid)).toMatchObject({
      outputs: { net_commission_total: { decimal: '12' } },
    })
  })

  test('computes a predefined value that has a formula, until a variable takes its place', () => {
    const parts = small({ H1: '=A1/10' }, '=A1*H1')
    const computed = compiledWorkbook({ ...parts, predefined: { load: 'Calc!H1' } })
    expect(computed.evaluate(quoteOf({ a: 20 }))).toMatchObject({
      outputs: { net_premium: { decimal: '40' } },
    })
    expect(computed.evaluate(quoteOf({ a: 20 }, { load: 3 }))).toMatchObject({
      outputs: { net_premium: { decimal: '60' } },
    })
    expect(computed.evaluate(quoteOf({ a: 20 }, { load: { deep: 1 } }))).toMatchObject({
      outcome: 'failed',
      place: 'variable load',
    })
  })

  test('leaves the cell of an absent answer blank, whatever stands there in the file', () => {
    expect(priced(workbook, { value: 400, policy_start_date: null })).toEqual({
      outcome: 'failed',
      place: 'Calc!B1',
      reason: '#N/A: a lookup found no row, or a value is not available',
    })
  })

  test('asks for answers where Required says so, and only there', () => {
    expect(priced(workbook, {})).toEqual({
      outcome: 'invalid',
      errors: [{ code: 'required', field: 'value', path: 'data' }],
    })
    expect(priced(workbook, { value: 501 })).toEqual({
      outcome: 'invalid',
      errors: [{ code: 'required', field: 'kind', path: 'data' }],
    })
  })

  test('refuses answers that IsValid refuses, all at once, before it declines any', () => {
    const wrong = { value: -1, kind: 'hover', policy_start_date: '2100-01-01' }
    expect(priced(workbook, wrong)).toEqual({
      outcome: 'invalid',
      errors: [
        { code: 'invalid_value', field: 'value', path: 'data' },
        { code: 'invalid_value', field: 'kind', path: 'data' },
      ],
    })
    expect(priced(workbook, { ...valid, policy_start_date: '2100-01-01' })).toEqual({
      outcome: 'knockout',
      code: 'policy_start_date',
    })
  })

  test('is declined by an output knockout that is TRUE, with its code', () => {
    expect(priced(workbook, { ...valid, value: 100_001 })).toEqual({
      outcome: 'knockout',
      code: 'too_valuable',
    })
    expect(priced(workbook, { ...valid, storage: { place: 'Mars' } })).toEqual({
      outcome: 'knockout',
      code: 'knockout',
    })
  })

  test('is explained cell by cell, with the row of the table that a lookup hit', () => {
    const calculation = priced(workbook, valid, true)
    const trace = calculation.outcome === 'priced' ? (calculation.trace ?? []) : []
    expect(trace).toContainEqual({
      place: 'Calc!B1',
      formula: 'VLOOKUP(Calculator!C8,Rates!A:B,2,FALSE)',
      value: '0.08',
      hit: 'Rates!A3',
    })
    expect(trace.at(-1)?.place).toMatch(/^Calculator!K/)
    expect(trace.map(({ place }) => place)).not.toContain('Calc!B9')
  })

  test('can be laid out as the cells of the file', () => {
    const { inputs, computed } = workbook.cellsFor(quoteOf(valid, { commission_rate: 0.2 }))
    const at = (column: number, row: number) => ({ sheet: 'Calculator', row, column })
    expect(inputs).toContainEqual({ cell: at(3, 7), value: 1000 })
    expect(inputs).toContainEqual({ cell: at(3, 9), value: null })
    expect(inputs).toContainEqual({ cell: at(8, 7), value: 0.2 })
    expect(computed).toContainEqual({ cell: at(11, 8), value: 80 })
  })

  test('is recomputed from the values saved in the file', () => {
    const cells = workbook.recompute()
    expect(cells.find(({ place }) => place === 'Calc!B3')).toEqual({
      cell: { sheet: 'Calc', row: 3, column: 2 },
      place: 'Calc!B3',
      formula: 'Calculator!C7*B1*B2',
      value: 45,
      saved: null,
    })
  })
})

/** A workbook of one sheet with an input in A1, where only the given cells matter. */
function small(cells: Readonly<Record<string, string | number | boolean>>, net = '=A1*2') {
  return {
    sheets: { Calc: { K1: net, K2: 0.19, ...cells } },
    inputs: { a: 'Calc!A1' },
    outputs: { net_premium: 'Calc!K1', tax_rate: 'Calc!K2' },
  }
}

describe('an output that is the same for everybody', () => {
  const strategyOf = (value: string) => ({
    ...small({ K3: value }),
    outputs: { net_premium: 'Calc!K1', tax_rate: 'Calc!K2', duration_strategy: 'Calc!K3' },
  })

  test.each(['fixed_strat', '="fixed_"&"strat"'])(
    'is refused with its cell where no quote could use it: %s',
    (value) => {
      const problems = workbookProblems(strategyOf(value))
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain('Calc!K3: The output duration_strategy is none of fixed_start')
      expect(problems[0]).toContain('Did you mean fixed_start?')
    },
  )

  test('may have the name that other platforms give it', () => {
    expect(workbookProblems(strategyOf('fixed_start_and_end_date'))).toEqual([])
  })

  test('stays on sale where it was accepted before', async () => {
    const parts = strategyOf('fixed_strat')
    const compile = (isAccepted: boolean) =>
      compileWorkbookInSlices(workbookOf(parts), layoutOf(parts), 'pricing.xlsx', 1e6, isAccepted)
    expect((await compile(false)).ok).toBe(false)
    expect((await compile(true)).ok).toBe(true)
  })
})

describe('answers', () => {
  const outputs = { net_premium: 'Calc!K1', tax_rate: 'Calc!K2', shown: 'Calc!K3' }
  const workbook = compiledWorkbook({
    ...small({ K3: '=A1&"|"&ISNUMBER(A1)&ISLOGICAL(A1)' }, '=1'),
    outputs,
  })
  const shown = (answer: unknown) => {
    // Any JSON may stand in an answer.
    const calculation = priced(workbook, { a: answer as string })
    return calculation.outcome === 'priced' ? calculation.outputs['shown'] : calculation
  }

  test('become what people would have typed into the cell', () => {
    expect(shown(true)).toBe('TRUE|FALSETRUE')
    expect(shown(12.5)).toBe('12.5|TRUEFALSE')
    expect(shown('12')).toBe('12|FALSEFALSE')
    expect(shown('2026-11-15')).toBe('46341|TRUEFALSE')
    expect(shown('2026-02-30')).toBe('2026-02-30|FALSEFALSE')
    expect(shown(['fire', 'flood', 3, true])).toBe('fire, flood, 3, TRUE|FALSEFALSE')
    expect(shown({ id: 'dai_1', name: 'x' })).toBe('dai_1|FALSEFALSE')
    expect(shown('')).toBe('|FALSEFALSE')
  })

  test('that no cell can hold are mistakes', () => {
    for (const answer of [{ name: 'x' }, [{ id: 1 }], 'x'.repeat(32_768)]) {
      expect(shown(answer)).toEqual({
        outcome: 'invalid',
        errors: [{ code: 'invalid_value', field: 'a', path: 'data' }],
      })
    }
  })

  test('cannot replace the date of the quote', () => {
    const dated = compiledWorkbook({
      ...small({ K3: '=TEXT(B1,"yyyy-mm-dd")' }),
      inputs: { a: 'Calc!A1', today: 'Calc!B1' },
      outputs,
    })
    expect(dated.inputs).toEqual(['a'])
    const calculation = priced(dated, { a: 1, today: '2001-01-01' })
    expect(calculation).toMatchObject({ outputs: { shown: '2026-11-15' } })
  })
})

describe('outputs', () => {
  test('are cut to the fifteen digits that a spreadsheet keeps', () => {
    const workbook = compiledWorkbook(small({}, '=A1+0.2'))
    expect(priced(workbook, { a: 0.1 })).toMatchObject({
      outputs: { net_premium: { decimal: '0.3' } },
    })
    expect(priced(workbook, { a: 1e-9 })).toMatchObject({
      outputs: { net_premium: { decimal: '0.200000001' } },
    })
    expect(priced(workbook, { a: 1e22 })).toMatchObject({
      outputs: { net_premium: { decimal: '10000000000000000000000' } },
    })
  })

  test('of the wrong kind fail at their cell', () => {
    const workbook = compiledWorkbook(small({}, '=IF(A1>1,"much",IF(A1=1,A1,A1=1))'))
    expect(priced(workbook, { a: 2 })).toEqual({
      outcome: 'failed',
      place: 'Calc!K1',
      reason: 'gives a text where a number is needed',
    })
    expect(priced(workbook, { a: 0 })).toMatchObject({ reason: expect.stringContaining('truth') })
  })

  test('are days also where only their use or their name shows it', () => {
    const workbook = compiledWorkbook({
      sheets: {
        Tariff: {
          B1: 46023,
          B2: '=LOOKUP(B4,D1:D2,E1:E2)',
          B3: '=IF(B2>B1,B2,B1)',
          B4: 2,
          B5: '=YEAR(B2)+B4',
          D1: 1,
          D2: 2,
          E1: 46023,
          E2: 46054,
        },
      },
      inputs: { level: 'Tariff!B4' },
      predefined: { first_day: 'Tariff!B1' },
      outputs: {
        gross_premium: 'Tariff!B5',
        tax_rate: 'Tariff!B4',
        policy_start_date: 'Tariff!B3',
      },
    })
    const calculation = priced(workbook, { level: 1 }, true)
    const trace = calculation.outcome === 'priced' ? (calculation.trace ?? []) : []
    expect(Object.fromEntries(trace.map(({ place, value }) => [place, value]))).toEqual({
      'Tariff!B4, input level': '1',
      'Tariff!B1, variable first_day': '2026-01-01',
      'Tariff!B2': '2026-01-01',
      'Tariff!B3': '2026-01-01',
      'Tariff!B5': '2027',
    })
  })

  test('and cells before them are explained with days as days, after the inputs', () => {
    const workbook = compiledWorkbook({
      ...small({ B1: '=EDATE(A1,12)', B2: '=B1-A1', B3: '=IF(B2>5,start+1,B1)' }, '=B2+0*B3'),
      names: { start: 'Calc!$A$1' },
    })
    const calculation = priced(workbook, { a: '2026-11-15' }, true)
    const trace = calculation.outcome === 'priced' ? (calculation.trace ?? []) : []
    expect(trace.map(({ place, value }) => [place, value])).toEqual([
      ['Calc!A1, input a', '2026-11-15'],
      ['Calc!B1', '2027-11-15'],
      ['Calc!B2', '365'],
      ['Calc!B3', '2026-11-16'],
      ['Calc!K1', '365'],
    ])
    // Given as a number it is a day all the same: EDATE takes it for one.
    const counted = priced(workbook, { a: 46_341 }, true)
    expect(counted.outcome === 'priced' && counted.trace?.[0]?.value).toBe('2026-11-15')
  })

  test('named as dates go out as dates', () => {
    const workbook = compiledWorkbook({
      ...small({ K3: '=EDATE(A1,12)', K4: '=A1-46341' }),
      outputs: { net_premium: 'Calc!K1', tax_rate: 'Calc!K2', renewal_date: 'Calc!K3' },
    })
    expect(priced(workbook, { a: '2026-11-15' })).toMatchObject({
      outputs: { renewal_date: '2027-11-15' },
    })
    expect(priced(workbook, { a: 0.5 })).toMatchObject({ outcome: 'priced' })
  })

  test('that depend on no answer are a warning, wherever the number comes from', () => {
    expect(compiledWorkbook(small({ B1: '=3*4' }, '=B1')).warnings).toEqual([
      {
        file: 'pricing.xlsx',
        place: 'Calc!K1',
        message: expect.stringContaining('depends on no input'),
        fix: expect.any(String),
      },
    ])
  })
})

describe('a workbook that cannot price', () => {
  function expectProblem(problems: readonly string[], ...parts: readonly string[]): void {
    expect(problems).toHaveLength(1)
    for (const part of parts) expect(problems[0]).toContain(part)
  }

  test('has circles reported, with the cells along them', () => {
    expectProblem(
      workbookProblems(small({ B1: '=B2', B2: '=SUM(B3:B9)', B3: '=B1+1' }, '=B1+A1')),
      'pricing.xlsx, Calc!B',
      'circle',
      'Calc!B1',
      'Calc!B2',
      'Calc!B3',
    )
  })

  test('gets an error that names a replacement for functions that pricing must not have', () => {
    for (const [formula, instead] of [
      ['=TODAY()-A1', 'today'],
      ['=INDIRECT("A1")', 'CHOOSE'],
      ['=OFFSET(A1,1,1)', 'INDEX'],
      ['=RAND()*A1', 'random numbers'],
      ['=_xlfn.WEBSERVICE("x")', 'network'],
    ] as const) {
      expectProblem(workbookProblems(small({}, formula)), 'Calc!K1', 'not available', instead)
    }
    expectProblem(workbookProblems(small({}, '=VLOKUP(A1,B1:C3,2)')), 'Did you mean VLOOKUP?')
  })

  test('gets an error that names the cell where a range is made out of others, and how to write it plainly', () => {
    for (const [formula, what, fix] of [
      ['=SUM(B1:INDEX(B1:B10,3))*A1', 'A range has an end that is computed', 'B1:B10'],
      ['=SUM(INDEX(B1:B10,1):B3)*A1', 'A range has an end that is computed', 'SUMIFS'],
      ['=SUM(OFFSET(B1,0,0,3,1))*A1', 'OFFSET is not available', 'INDEX(B1:D9, row, column)'],
      ['=SUM(INDIRECT("B"&A1))', 'INDIRECT is not available', 'Refer to the cells directly'],
      ['=SUM(B1:B3 B2:C4)*A1', 'the cells that they share', 'Name those cells directly'],
      ['=SUM((B1:B3,C1:C3))*A1', 'joined by commas', 'each range as an argument'],
      ['=SUM(_xlfn.ANCHORARRAY(B1))*A1', 'ANCHORARRAY is not available', 'sign #'],
    ] as const) {
      expectProblem(workbookProblems(small({}, formula)), 'pricing.xlsx, Calc!K1', what, fix)
    }
  })

  test('has references that lead nowhere reported', () => {
    expectProblem(workbookProblems(small({}, '=Rate!A1+A1')), 'There is no sheet Rate.')
    expectProblem(workbookProblems(small({}, '=[1]Rates!A1+A1')), 'another file, link 1')
    expectProblem(workbookProblems(small({}, '=[1]!rates+A1')), 'another file, link 1')
    expectProblem(workbookProblems(small({}, '=Calc:Data!A1+A1')), 'spans several sheets')
    expectProblem(
      workbookProblems(small({}, '=surcharge*A1')),
      'The name surcharge is not defined.',
    )
    expectProblem(workbookProblems(small({}, '=Rates[Factor]*A1')), 'There is no table Rates.')
    expectProblem(
      workbookProblems({ ...small({}, '=rate*A1'), names: { rate: 'Calc!B2' } }),
      'moves with the cell',
    )
    expectProblem(
      workbookProblems({ ...small({}, '=rate*A1'), names: { rate: 'other+1', other: 'rate+1' } }),
      'stands for itself',
    )
  })

  test('has every mistake reported at once, but not those in cells that no output needs', () => {
    const problems = workbookProblems(
      small({ B1: '=NOW()', B2: '=SUM(', B3: '=NOPE()', B4: '=NOPE()' }, '=A1+B1+B2+B3'),
    )
    expect(
      problems.map((problem) => problem.slice(0, 'pricing.xlsx, Calc!B1'.length)).sort(),
    ).toEqual(['pricing.xlsx, Calc!B1', 'pricing.xlsx, Calc!B2', 'pricing.xlsx, Calc!B3'])
  })

  test('has bands out of order reported, where an approximate lookup would go astray', () => {
    const cells = { C1: 0, C2: 50, C3: 20, D1: 1, D2: 2, D3: 3 }
    expectProblem(workbookProblems(small(cells, '=VLOOKUP(A1,C1:D3,2)')), 'Calc!C3', 'ascending')
    expect(workbookProblems(small({ ...cells, C3: 50 }, '=VLOOKUP(A1,C1:D3,2,FALSE)'))).toEqual([])
  })

  test('gets an error when its outputs give no premium', () => {
    expectProblem(
      workbookProblems({ ...small({}), outputs: { tax_rate: 'Calc!K2' } }),
      'do not make a premium',
    )
    expectProblem(workbookProblems(small({}, '=1/0')), 'Calc!K1', 'always gives #DIV/0!')
  })

  test('gets one error when it is too large, in formulas or in ranges', () => {
    const lines = Array.from({ length: 50_001 }, (_, at) => [`B${at + 1}`, `=B${at + 2}`])
    expectProblem(
      workbookProblems(small(Object.fromEntries(lines), '=B1+A1')),
      'Calc!B5',
      'more than 50000 formulas',
      'paste the values',
    )
    const sums = Array.from({ length: 60 }, (_, at) => [`D${at + 1}`, `=SUM(C${at + 1}:C60000)`])
    const problems = workbookProblems(small(Object.fromEntries(sums), '=SUM(D1:D60)*A1'))
    // Fifty of the ranges fit.
    expect(problems).toHaveLength(11)
    expect(problems[0]).toContain('ranges of cells that formulas use are too large')
    const broken = Array.from({ length: 300 }, (_, at) => [`D${at + 1}`, '=NOPE()'])
    const listed = workbookProblems(small(Object.fromEntries(broken), '=SUM(D1:D300)*A1'))
    expect(listed).toHaveLength(101)
    expect(listed.at(-1)).toContain('further problems')
  })
})

describe('compiling in slices', () => {
  const lines = Array.from({ length: 2000 }, (_, at) => [`B${at + 1}`, `=A1*${at}`])
  const parts = small(Object.fromEntries(lines), '=SUM(B1:B2000)')

  test('comes to the same, while others have their turn', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    const result = await compileWorkbookInSlices(workbookOf(parts), layoutOf(parts), 'pricing.xlsx')
    clearImmediate(timer)
    if (!result.ok) throw new Error('the workbook compiles')
    expect(priced(result.workbook, { a: 2 })).toEqual(priced(compiledWorkbook(parts), { a: 2 }))
    expect(turns).toBeGreaterThan(5)
  })

  test('is given up after a time', async () => {
    const [workbook, layout] = [workbookOf(parts), layoutOf(parts)]
    const result = await compileWorkbookInSlices(workbook, layout, 'pricing.xlsx', 1)
    expect(result).toMatchObject({
      ok: false,
      problems: [{ message: 'Preparing the workbook took more than 0.001 seconds.' }],
    })
  })
})
