import { describe, expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import type { ProductDemo } from '../product-definition.ts'
import { checkDemo } from './check-demo.ts'
import { demoFromTests } from './demo-from-tests.ts'
import { givenCases, givenFolder } from './given-folder.ts'
import { givenProduct } from './given-product.ts'
import { resolveDemo } from './resolve-demo.ts'

const today = Temporal.PlainDate.from('2026-03-01')

test('the dates of a demo are counted from the day it is used', () => {
  const demo: ProductDemo = {
    quote: { start: '+120 days' },
    policy: { data: { birth_date: '-30 years' } },
    knockout: { start: '+2 years' },
    datasetField: null,
  }
  expect(resolveDemo(demo, today)).toEqual({
    quote: { start: '2026-06-29' },
    policy: { data: { birth_date: '1996-03-01' } },
    knockout: { start: '2028-03-01' },
  })
})

describe('a demo must keep what it promises', () => {
  const problemsOf = async (demo: string): Promise<string[]> => {
    const { product, compiled } = await givenProduct(givenFolder({ 'demo.yaml': demo }))
    return (await checkDemo(product, compiled, today)).map(describeProblem)
  }
  const customer = 'first_name: A, last_name: B, email: a@example.com'

  test('a demo that works has no problems', async () => {
    expect(
      await problemsOf(
        `quote: { days: 7 }\npolicy: { ${customer}, language: de, data: { destination: eu } }\nknockout: { days: 200 }`,
      ),
    ).toEqual([])
  })

  test('everything that does not work is reported', async () => {
    const fix = 'Correct the demo or the product.'
    expect(
      await problemsOf(
        `quote: { days: 181 }\npolicy: { ${customer}, language: fr, data: { destination: moon } }\nknockout: { days: 3 }`,
      ),
    ).toEqual([
      `demo.yaml, quote: A price was expected, but the knockout too_long declined the risk. ${fix}`,
      `demo.yaml, knockout: A knockout was expected, but the price came to 464. ${fix}`,
      `demo.yaml, policy: data.destination fails in. ${fix}`,
      'demo.yaml, policy.language: The language must be one of the product\'s, not "fr". Use one of: en, de.',
    ])
  })
})

describe('a folder without demo.yaml', () => {
  const demoOf = async (files: ReturnType<typeof givenFolder>): Promise<ProductDemo | null> => {
    const { product, compiled } = await givenProduct(files)
    return demoFromTests(product, compiled, today)
  }
  const week = '- { name: a week, input: { days: 7 }, expect: { outputs: {} } }'

  test('gets a demo from its first priced case and its first knockout', async () => {
    const knockout = '- { name: long, input: { days: 181 }, expect: { knockout: true } }'
    expect(await demoOf(givenCases(`${knockout}\n${week}`))).toEqual({
      quote: { days: 7 },
      policy: {
        first_name: 'Robin',
        last_name: 'Sample',
        email: 'robin.sample@example.com',
        language: 'en',
        data: { destination: 'eu' },
      },
      knockout: { days: 181 },
      datasetField: null,
    })
  })

  test('has no knockout to show where no case has one', async () => {
    expect((await demoOf(givenCases(week)))?.knockout).toEqual({})
  })

  test('gets none without a priced case', async () => {
    expect(await demoOf(givenFolder())).toBeNull()
  })

  test('gets none where policy data cannot be guessed from the rules', async () => {
    const fields = {
      version: '1',
      definition: {
        policy: [{ name: 'code', path: 'data', validation: 'string|required|regex:/^Q[0-9]{7}$/' }],
      },
    }
    const files = new Map([
      ...givenCases(week),
      ['fields.json', Buffer.from(JSON.stringify(fields))],
    ])
    expect(await demoOf(files)).toBeNull()
  })

  test('guesses values for many kinds of rules', async () => {
    const rules = {
      iban: 'string|required|iban',
      born: 'iso_date|required|before_or_equal:18 years ago',
      zip: 'string|required|postal_code:CH',
      phone: 'phone_number|required',
      count: 'integer|required|min:3|max:9',
      agreed: 'boolean|required|required_true',
      clean: 'required_false',
      note: 'string|required|min:20|max:25',
      pin: 'string|required|digits:6',
      site: 'required|url',
      'owner.name': 'string|required',
      'riders.*.name': 'string|required',
      unasked: 'string',
    }
    const policy = Object.entries(rules).map(([name, validation]) => ({
      name,
      path: 'data',
      validation,
    }))
    const fields = { version: '1', definition: { policy } }
    const files = new Map([
      ...givenCases(week),
      ['fields.json', Buffer.from(JSON.stringify(fields))],
    ])
    const demo = await demoOf(files)
    expect(demo?.policy['data']).toMatchObject({
      count: 3,
      owner: { name: 'Sample' },
      riders: [{ name: 'Sample' }],
    })
    expect(demo?.policy['data']).not.toMatchObject({ unasked: 'Sample' })
  })

  test('keeps the days to come of an old case to come', async () => {
    const files = givenFolder({
      'quote.json': JSON.stringify({
        quote: [{ name: 'start', path: 'data', validation: 'iso_date|required|after:today' }],
        quote_patch: [],
        pricing_variables: [],
      }),
      'pricing.yaml':
        'kind: formula\ninputs: { start: date }\noutputs: { net_premium: start - today, tax_rate: 0 }\n',
      'tests/cases.yaml':
        '{ name: old, today: 2020-01-01, input: { start: 2020-01-11 }, expect: { outputs: {} } }',
    })
    expect((await demoOf(files))?.quote).toEqual({ start: '+120 days' })
  })
})
