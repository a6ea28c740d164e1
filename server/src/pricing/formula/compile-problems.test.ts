import { describe, expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compilePricing } from '../compile-pricing.ts'
import { filesOf, pricingOf, problemsOf } from '../testing/build-pricing.ts'

const outputs = 'outputs:\n  gross_premium: premium\n  tax_rate: 0.19\n'

/** A file whose one step is the given formula. */
function stepProblems(formula: string, tables: Readonly<Record<string, string>> = {}): string[] {
  const declared = Object.keys(tables).map((name) => `  ${name.slice(7, -4)}: ${name}\n`)
  return problemsOf(
    `inputs:\n  age: integer\n  insured_sum: integer\n${
      declared.length > 0 ? `tables:\n${declared.join('')}` : ''
    }steps:\n  premium: ${JSON.stringify(formula)}\n${outputs}`,
    tables,
  )
}

function expectProblem(problems: readonly string[], ...parts: readonly string[]): void {
  expect(problems).toHaveLength(1)
  for (const part of parts) expect(problems[0]).toContain(part)
}

describe('a formula that cannot work', () => {
  test('is refused with its step and the place where reading stopped', () => {
    expectProblem(stepProblems('age * (2 + 3'), 'step premium', 'character', 'closing bracket')
    expectProblem(stepProblems('age *'), 'step premium', 'after `age *`')
    expectProblem(stepProblems('age insured_sum'), 'without an operator')
    expectProblem(stepProblems('SUM(A1:B3)'), 'A1:B3', 'cells')
  })

  test('names the nearest known name, column or function', () => {
    expectProblem(stepProblems('insured_sun * 2'), 'insured_sun', 'Did you mean insured_sum?')
    expectProblem(stepProblems('VLOKUP(1,2,3)'), 'VLOKUP', 'Did you mean VLOOKUP?')
    const tables = { 'tables/rates.csv': 'age,rate\n1,2\n' }
    expectProblem(stepProblems('SUM(rates[rat])', tables), 'no column rat', 'Did you mean rate?')
    expectProblem(stepProblems('VLOOKUP(age,rates,"rat")', tables), 'Did you mean rate?')
    expectProblem(stepProblems('SUM(rate[age])', tables), 'no table rate', 'Did you mean rates?')
  })

  test('gets an error that names a replacement for functions that pricing must not have', () => {
    expectProblem(stepProblems('TODAY()'), 'TODAY is not available', 'name today')
    expectProblem(stepProblems('NOW()'), 'name today')
    expectProblem(stepProblems('RAND()'), 'always give the same price')
    expectProblem(stepProblems('INDIRECT("age")'), 'CHOOSE')
    expectProblem(stepProblems('OFFSET(age,1,1)'), 'INDEX')
    expectProblem(stepProblems('WEBSERVICE("x")'), 'no network')
    expectProblem(stepProblems('LAMBDA(x,x)(1)'), 'step of its own')
  })

  test('is refused for a wrong number of arguments', () => {
    expectProblem(stepProblems('ROUND(age)'), 'ROUND takes 2 arguments, not 1.')
    expectProblem(stepProblems('IF(age)'), 'IF takes 2 to 3 arguments, not 1.')
  })

  test('is refused when it can only give an error', () => {
    expectProblem(stepProblems('1/0'), 'always gives #DIV/0!')
  })

  test('is refused when it is too long or too deep', () => {
    expectProblem(stepProblems(`age${'+1'.repeat(5000)}`), '8192')
    expectProblem(stepProblems(`${'('.repeat(70)}age${')'.repeat(70)}`), '64 deep')
    expectProblem(stepProblems(`${'-'.repeat(3000)}age`), 'deep')
    expectProblem(stepProblems(`age${'+1'.repeat(600)}`), '500 operations')
  })
})

describe('a pricing file', () => {
  test('reports all its problems at once', () => {
    const problems = problemsOf(`
inputs:
  age: integr
  "bad name": integer
stepz: {}
steps:
  a: b + 1
  b: e * 2
  e: a
  d: unknown_thing
outputs:
  gross_premium: d
`)
    expect(problems).toEqual([
      'pricing.yaml: The key stepz is not known here. Did you mean steps?',
      'pricing.yaml, input age: There is no type integr. Did you mean integer?',
      expect.stringContaining('pricing.yaml, input bad name: bad name is not a name'),
      'pricing.yaml, step a: The steps refer to each other in a circle: a → b → e → a. Remove one of these references.',
      'pricing.yaml, step d: The name unknown_thing is not known. Declare it under inputs, variables, tables or steps. A text is written in quotes: \'"unknown_thing"\'.',
      expect.stringContaining('pricing.yaml, outputs: The outputs do not make a premium.'),
    ])
  })

  test('may not use one name for two things', () => {
    expectProblem(
      problemsOf(
        `inputs:\n  rate: number\nsteps:\n  rate: 2\noutputs:\n  gross_premium: rate\n  tax_rate: 0\n`,
      ),
      'step rate',
      'already stands for input rate',
    )
  })

  test('needs a default of the declared type', () => {
    expectProblem(
      problemsOf(
        `inputs:\n  age: { type: integer, default: 1.5 }\noutputs:\n  gross_premium: age\n  tax_rate: 0\n`,
      ),
      'input age',
      '`1.5` is not of type integer',
    )
  })

  test('that is not YAML says on which line', () => {
    expectProblem(problemsOf('steps:\n  a: IF(x, "b: c", 1)\n').slice(0, 1), 'line 3', 'quotes')
  })

  test('of no kind that prices is refused with a reason', async () => {
    const refusal = async (texts: Record<string, string>) => {
      const result = await compilePricing(filesOf(texts))
      return result.ok ? [] : result.problems.map(describeProblem)
    }
    expectProblem(await refusal({ 'pricing.xlsx': '' }), 'pricing.xlsx', 'The file is empty')
    expectProblem(await refusal({ 'pricing.yaml': 'kind: http\n' }), 'kind', 'External raters')
    expectProblem(await refusal({ 'pricing.yaml': 'kind: magic\n' }), 'no kind magic')
    expectProblem(await refusal({ 'pricing.yaml': 'steps: {}\n' }), 'kind is missing')
    expectProblem(await refusal({}), 'no pricing file')
  })

  test.each([
    ['duration_strategy', '"fixed_strat"', 'is none of fixed_start', 'Did you mean fixed_start?'],
    ['duration_strategy', '"fixed" & "_end_start"', 'is none of fixed_start, fixed_end'],
    ['policy_duration', '"1 year"', 'is not an ISO 8601 duration'],
    ['policy_start_date', '"1 March"', 'is not a date'],
    ['billing_cycles', '1.5', 'is not a whole number'],
    ['net_commission_total', '"10 EUR"', 'is not a number'],
    ['net_premium', '0 - 5', 'is negative'],
  ])('refuses a constant that no quote could use: %s %s', (name, formula, ...words) => {
    const outputs = { net_premium: 'age * 2', tax_rate: '0.19', [name]: formula }
    const lines = Object.entries(outputs).map(([key, value]) => `  ${key}: '${value}'`)
    const problems = problemsOf(`inputs:\n  age: integer\noutputs:\n${lines.join('\n')}\n`)
    expectProblem(problems, `output ${name}: The output ${name}`, ...words)
    expect(problems).toHaveLength(1)
  })

  test('what only some answers lead to is not known before they do', () => {
    const strategy = 'IF(age > 5, "fixed_strat", "fixed_start")'
    const pricing = pricingOf(
      `inputs:\n  age: integer\noutputs:\n  net_premium: age\n  tax_rate: 0.19\n  duration_strategy: '${strategy}'\n`,
    )
    expect(pricing.outputs).toContain('duration_strategy')
  })

  test('warns about outputs that move with nothing, and about what nothing uses', () => {
    const { warnings } = pricingOf(
      `
inputs:
  age: integer
tables:
  rates: tables/rates.csv
steps:
  spare: age * 2
  fixed: 100 * 2
outputs:
  gross_premium: fixed
  tax_rate: 0.19
  net_comission_total: age
`,
      { 'tables/rates.csv': 'a,b\n1,2\n' },
    )
    expect(warnings.map(describeProblem)).toEqual([
      expect.stringContaining('output gross_premium: The output gross_premium depends on no input'),
      expect.stringContaining('Did you mean net_commission_total?'),
      expect.stringContaining('table rates: No formula uses the table.'),
      expect.stringContaining('step spare: No output or knockout uses the step.'),
    ])
  })
})

describe('a table', () => {
  const use = (formula: string) => (csv: string) =>
    stepProblems(formula, { 'tables/rates.csv': csv })

  test('must be there', () => {
    const problems = problemsOf(
      `tables:\n  rates: tables/rate.csv\n${outputs.replace('premium\n', 'SUM(rates[a])\n')}`,
      {
        'tables/rates.csv': 'a\n1\n',
      },
    )
    expectProblem(problems, 'table rates', 'no file tables/rate.csv', 'tables/rates.csv?')
  })

  test('has one name per column and as many cells in every row', () => {
    const sum = use('SUM(rates[rate])')
    expectProblem(sum('age,rate,rate\n1,2,3\n'), 'tables/rates.csv, row 1', 'occurs twice')
    expectProblem(sum('age,rate\n1,2\n3\n'), 'row 3', '1 cells, the header 2')
    expectProblem(sum(''), 'empty')
    expectProblem(sum('age,rate\n"1,2\n'), 'cannot be read')
  })

  test('does not hide a mistyped number', () => {
    expectProblem(
      use('SUM(rates[rate])')('age,rate\n1,2\n2,3\n3,4.l\n'),
      'tables/rates.csv, row 4, column rate',
      '`4.l` is not a number',
    )
  })

  test('keeps its declared types and keys', () => {
    const yaml = `
tables:
  rates: { file: tables/rates.csv, key: [age, kind], columns: { age: integer, rate: number } }
outputs:
  gross_premium: SUM(rates[rate])
  tax_rate: 0
`
    const problems = problemsOf(yaml, {
      'tables/rates.csv': 'age,kind,rate\n1,a,0.5\n1,A,x\n1.5,b,1\n',
    })
    expect(problems).toEqual([
      expect.stringContaining('row 3, column rate: The cell `x` is not of type number.'),
      expect.stringContaining('row 4, column age: The cell `1.5` is not of type integer.'),
      expect.stringContaining('row 3: The key (age, kind) is the same as in row 2.'),
    ])
  })

  test('that is searched exactly may not repeat a key', () => {
    const csv = 'age,rate\n1,2\n3,4\n1,5\n'
    for (const formula of [
      'VLOOKUP(age,rates,"rate")',
      'XLOOKUP(age,rates[age],rates[rate])',
      'MATCH(age,rates[age],0)',
    ]) {
      expectProblem(
        use(formula)(csv),
        'tables/rates.csv, row 4',
        'same as in row 2',
        'step premium',
      )
    }
  })

  test('that is searched for bands must be in ascending order', () => {
    expectProblem(
      use('VLOOKUP(age,rates,2)')('age,rate\n1,2\n5,4\n3,5\n'),
      'tables/rates.csv, row 4',
      'ascending',
    )
  })
})

describe('a sub product', () => {
  test('prices by its own file with its own tables first, and the product otherwise', async () => {
    const own =
      'kind: formula\ntables:\n  a: tables/a.csv\n  b: tables/b.csv\noutputs:\n  gross_premium: SUM(a[x])+SUM(b[x])\n  tax_rate: 0\n'
    const files = filesOf({
      'pricing.yaml': 'kind: formula\noutputs:\n  gross_premium: 7\n  tax_rate: 0\n',
      'tables/a.csv': 'x\n1\n',
      'tables/b.csv': 'x\n10\n',
      'items/ebike/pricing.yaml': own,
      'items/ebike/tables/a.csv': 'x\n2\n',
    })
    const price = async (prefix: string) => {
      const result = await compilePricing(files, { prefix })
      if (!result.ok) throw new Error(result.problems.map(describeProblem).join())
      return result.pricing.evaluate({
        data: {},
        variables: {},
        today: Temporal.PlainDate.from('2026-01-01'),
      })
    }
    expect(await price('items/ebike/')).toMatchObject({
      outputs: { gross_premium: { decimal: '12' } },
    })
    expect(await price('items/other/')).toMatchObject({
      outputs: { gross_premium: { decimal: '7' } },
    })
  })

  test('has another content hash when a table changes, and only then', () => {
    const yaml = 'tables:\n  a: tables/a.csv\noutputs:\n  gross_premium: SUM(a[x])\n  tax_rate: 0\n'
    const hash = (csv: string) =>
      pricingOf(yaml, { 'tables/a.csv': csv, 'notes.txt': csv }).contentHash
    expect(hash('x\n1\n')).toMatch(/^[0-9a-f]{64}$/)
    expect(hash('x\n1\n')).toBe(hash('x\n1\n'))
    expect(hash('x\n1\n')).not.toBe(hash('x\n2\n'))
  })
})
