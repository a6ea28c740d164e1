import { expect, test } from 'vitest'
import { givenCases, givenFolder } from './given-folder.ts'
import { describeReport, givenProduct } from './given-product.ts'
import { runProductTests } from './run-product-tests.ts'

const today = Temporal.PlainDate.from('2026-03-01')

async function reportsOf(cases: string): Promise<string[]> {
  const { product, compiled } = await givenProduct(givenCases(cases))
  return (await runProductTests(product, compiled, today)).map(describeReport)
}

test('a case passes when price, knockout or errors are as expected', async () => {
  expect(
    await reportsOf(`
- { name: a week, input: { days: 7 }, expect: { outputs: { net_premium: 910, tax_rate: 0.19, net_commission_total: 91 } } }
- { name: too long, input: { days: 181 }, expect: { knockout: too_long } }
- { name: any knockout, input: { days: 181 }, expect: { knockout: true } }
- { name: no days, input: { days: 0 }, expect: { errors: [days:min] } }
- { name: nothing, input: {}, expect: { errors: [days] } }
`),
  ).toEqual([
    'passed: a week',
    'passed: too long',
    'passed: any knockout',
    'passed: no days',
    'passed: nothing',
  ])
})

const fix = 'Correct the product, or what the case expects.'
const failed = (message: string) => `FAILED: tests/cases.yaml, case "x": ${message} ${fix}`

test.each([
  [
    '{ days: 7 }',
    '{ outputs: { net_premium: 911, premium_tax: 0 } }',
    'net_premium is 910, but 911 was expected. premium_tax is 173, but 0 was expected.',
  ],
  [
    '{ days: 7 }',
    '{ outputs: { netpremium: 910 } }',
    'Pricing has no output netpremium; did you mean net_premium?',
  ],
  [
    '{ days: 181 }',
    '{ outputs: { net_premium: 1 } }',
    'A price was expected, but the knockout too_long declined the risk.',
  ],
  [
    '{ days: 366 }',
    '{ outputs: { net_premium: 1 } }',
    'A price was expected, but the input was refused: days fails max.',
  ],
  [
    '{ days: 7 }',
    '{ knockout: too_long }',
    'The knockout too_long was expected, but the price came to 1083.',
  ],
  [
    '{ days: 181 }',
    '{ knockout: to_long }',
    'The knockout to_long was expected, but the knockout too_long declined the risk.',
  ],
  [
    '{ days: 7 }',
    '{ errors: [days] }',
    'Errors on days were expected, but the price came to 1083.',
  ],
  [
    '{ days: 366 }',
    '{ errors: [days:min] }',
    'An error on days:min was expected, but there was none. There was an error that was not expected: days fails max.',
  ],
  [
    '{ days: { dataset_item: cities/1 } }',
    '{ knockout: true }',
    'The folder has no dataset item cities/1.',
  ],
])('the input %s does not meet %s', async (input, expectation, message) => {
  expect(await reportsOf(`{ name: x, input: ${input}, expect: ${expectation} }`)).toEqual([
    failed(message),
  ])
})

test('dates are counted from the day of the case, or of the run', async () => {
  const files = givenFolder({
    'quote.json': JSON.stringify({
      quote: [{ name: 'start', path: 'data', validation: 'iso_date|required|after:today' }],
      quote_patch: [],
      pricing_variables: [],
    }),
    'pricing.yaml':
      'kind: formula\ninputs: { start: date }\noutputs: { net_premium: start - today, tax_rate: 0, policy_start_date: start }\n',
    'tests/cases.yaml': `
- { name: by the case, today: 2020-02-28, input: { start: +2 days }, expect: { outputs: { net_premium: 2, policy_start_date: 2020-03-01 } } }
- { name: by the run, input: { start: +1 day }, expect: { outputs: { policy_start_date: 2026-03-02 } } }
- { name: by phrase, input: { start: +1 month }, expect: { outputs: { policy_start_date: +1 month } } }
- { name: in the past, today: 2030-01-01, input: { start: 2029-01-01 }, expect: { errors: [start:after] } }
`,
  })
  const { product, compiled } = await givenProduct(files)
  const reports = await runProductTests(product, compiled, today)
  expect(reports.filter((report) => !report.ok)).toEqual([])
})

test('a case names dataset items by key and literals by value', async () => {
  const files = givenFolder({
    'quote.json': JSON.stringify({
      quote: [{ name: 'city', path: 'data', validation: 'required|in_dataset:cities' }],
      quote_patch: [],
      pricing_variables: [],
    }),
    'pricing.yaml':
      'kind: formula\ninputs: { risk: { type: integer, field: city.risk, default: 9 } }\noutputs: { net_premium: risk * 100, tax_rate: 0 }\n',
    'datasets/cities.yaml':
      'fields: [{ name: code }, { name: name }, { name: risk, type: number, hidden: true }]',
    'datasets/cities.csv': 'code,name.en,name.de,risk\nCGN,Cologne,Köln,3\n',
    'tests/cases.yaml': `
- { name: the item, input: { city: { dataset_item: cities/CGN } }, expect: { outputs: { net_premium: 300 } } }
- { name: its name, input: { city: Köln }, expect: { outputs: { net_premium: 900 } } }
- { name: a hidden value, input: { city: 3 }, expect: { errors: [city:in_dataset] } }
- { name: no city, input: { city: Atlantis }, expect: { errors: [city:in_dataset] } }
`,
  })
  const { product, compiled } = await givenProduct(files)
  const reports = await runProductTests(product, compiled, today)
  expect(reports.map(describeReport)).toEqual([
    'passed: the item',
    'passed: its name',
    'passed: a hidden value',
    'passed: no city',
  ])
})
