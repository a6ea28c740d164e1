import { describe, expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { compileProduct } from './compile-product.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { compileProblems, givenProduct } from './given-product.ts'
import { parseProductFiles } from './parse-product-files.ts'

const context = {
  now: Temporal.PlainDateTime.from('2026-03-01T12:00'),
  item: () => undefined,
  hasLiteral: () => false,
}

test('a policy needs a customer even where fields.json is silent', async () => {
  const { compiled } = await givenProduct(givenFolder())
  const errors = compiled.items
    .get('travel')
    ?.policyChecker.check({ data: { destination: 'eu' } }, context)
  expect(errors?.map(({ field, path }) => ({ field, path }))).toEqual([
    { field: 'first_name', path: undefined },
    { field: 'last_name', path: undefined },
    { field: 'email', path: undefined },
  ])
})

const customerRules = (validation: string) =>
  givenFolder({
    'fields.json': JSON.stringify({
      version: '1',
      definition: { policy: [{ name: 'email', path: null, validation }] },
    }),
  })

test.each(['email', 'nullable|email', 'sometimes|email', 'required_if:last_name,X|email'])(
  'what fields.json says of the customer stands, and the customer stays required: %s',
  async (rules) => {
    const { compiled } = await givenProduct(customerRules(rules))
    const failing = (email?: string) =>
      compiled.items
        .get('travel')
        ?.policyChecker.check(
          { first_name: 'A', last_name: 'B', ...(email !== undefined && { email }) },
          context,
        )
        .flatMap((error) => error.rules)
    expect(failing()).toEqual(['required'])
    expect(failing('')).toEqual(['required'])
    expect(failing('nobody')).toEqual(['email'])
    expect(failing('a@example.com')).toEqual([])
  },
)

test('a customer whose name is a number is refused', async () => {
  expect(await compileProblems(customerRules('integer'))).toEqual([
    expect.stringContaining('email, string: No value passes both `string` and `integer`.'),
  ])
})

test('items that share the fields of a policy go by the answers of their own quotes', async () => {
  const quoteOf = (validation: string) =>
    JSON.stringify({
      quote: [
        { name: 'days', path: 'data', validation: 'integer|required' },
        ...(validation === '' ? [] : [{ name: 'family', path: 'data', validation }]),
      ],
      quote_patch: [{ name: 'days', path: 'data', validation: 'required_with:family' }],
      pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
    })
  const files = (other: string) =>
    givenFolder({
      'product.yaml': smallestProductYaml.replace(
        'payment_plans',
        'items: [{ key: a }, { key: b }]\npayment_plans',
      ),
      'quote.json': quoteOf('boolean'),
      'items/b/quote.json': quoteOf(other),
      'fields.json': JSON.stringify({
        version: '1',
        definition: {
          policy: [{ name: 'partner', path: 'data', validation: 'required_if:family,true' }],
        },
      }),
    })
  expect(await compileProblems(files('boolean'))).toEqual([])
  expect(await compileProblems(files(''))).toEqual([
    expect.stringContaining('items/b/quote.json, data.days, required_with: There is no field'),
    expect.stringContaining('fields.json, data.partner, required_if: There is no field'),
  ])
})

test('items share the product’s pricing as one object and have their own where they say so', async () => {
  const files = givenFolder({
    'product.yaml': smallestProductYaml.replace(
      'payment_plans',
      'items: [{ key: a }, { key: b }, { key: c }]\npayment_plans',
    ),
    'items/c/pricing.yaml':
      'kind: formula\ninputs: { days: integer }\noutputs: { net_premium: days, tax_rate: 0.19 }\n',
  })
  const { items } = (await givenProduct(files)).compiled
  expect(items.get('a')?.pricing).toBe(items.get('b')?.pricing)
  expect(items.get('c')?.pricing).not.toBe(items.get('a')?.pricing)
})

test('a pricing variable that breaks its rule is reported with its integration', async () => {
  const yaml = smallestProductYaml.replace('commission_rate: 0.1', 'commission_rate: 0.4')
  expect(await compileProblems(givenFolder({ 'product.yaml': yaml }))).toEqual([
    'product.yaml, integration shop, pricing_variables.commission_rate: 0.4 fails the rules max. Give it a value that the pricing_variables rules in quote.json allow.',
  ])
})

test('a pricing variable that is missing is reported with its integration', async () => {
  const yaml = smallestProductYaml.replace('commission_rate: 0.1', '')
  expect(await compileProblems(givenFolder({ 'product.yaml': yaml }))).toEqual([
    'product.yaml, integration shop, pricing_variables.commission_rate: The pricing variable commission_rate is missing. Give it a value that the pricing_variables rules in quote.json allow.',
  ])
})

test('a pricing variable that no rule knows is a warning', async () => {
  const yaml = smallestProductYaml.replace('rate: 0.1', 'rate: 0.1, comission_rate: 0.2')
  const { compiled } = await givenProduct(givenFolder({ 'product.yaml': yaml }))
  expect(compiled.warnings.map(describeProblem)).toEqual([
    'product.yaml, integration shop, pricing_variables.comission_rate: No rule in quote.json checks the pricing variable "comission_rate". Did you mean commission_rate?',
  ])
})

test('a field that is called like an amount is a warning until the product says what it is', async () => {
  const warned = async (checkout: string) => {
    const quote = ['days', 'insured_sum', 'rooms'].map((name) => ({
      name,
      path: 'data',
      validation: 'integer|required',
    }))
    const rules = { quote, quote_patch: [], pricing_variables: [commission] }
    const files = { 'quote.json': JSON.stringify(rules), 'checkout.yaml': checkout }
    const { compiled } = await givenProduct(givenFolder(files))
    return compiled.warnings.map(describeProblem)
  }
  const commission = { name: 'commission_rate', path: 'data', validation: 'numeric' }
  expect(await warned('fields: { rooms: { label: Mietpreis } }')).toEqual([
    'checkout.yaml, fields.insured_sum: "insured_sum" is called like an amount, and customers are asked for it as a plain number. Write `money: true` here if it is an amount in cents, so that they read and write whole euros; else `money: false`.',
    expect.stringMatching(/^checkout.yaml, fields.rooms: /),
  ])
  const fields =
    'fields: { insured_sum: { money: true }, rooms: { label: Mietpreis, money: false } }'
  expect(await warned(fields)).toEqual([])
  expect(await warned('fields: { insured_sum: { unit: EUR } }')).toEqual([])
})

test('rules and prices that do not compile are reported together, each once', async () => {
  const problems = await compileProblems(
    givenFolder({
      'product.yaml': smallestProductYaml.replace(
        'payment_plans',
        'items: [{ key: a }, { key: b }]\npayment_plans',
      ),
      'quote.json': JSON.stringify({
        quote: [{ name: 'days', path: 'data', validation: 'integr|required' }],
        quote_patch: [{ name: 'days', path: 'data', validation: 'in_dataset:nowhere' }],
        pricing_variables: [],
      }),
      'pricing.yaml': 'kind: formula\ninputs: { days: integer }\noutputs: { net_premium: dys }\n',
    }),
  )
  expect(
    problems.filter((problem) => problem.startsWith('quote.json, data.days, integr')),
  ).toHaveLength(1)
  expect(
    problems.filter((problem) => problem.startsWith('quote.json, data.days, in_dataset')),
  ).toHaveLength(1)
  expect(problems.filter((problem) => problem.startsWith('pricing.yaml'))).not.toHaveLength(0)
})

describe('what an endorsement may replace', () => {
  const withPatches = (quote_patch: object[], policy_patch?: object[]) => {
    const quote = [
      { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' },
      { name: 'family', path: 'data', validation: 'boolean' },
    ]
    const pricing_variables = [{ name: 'commission_rate', path: 'data', validation: 'numeric' }]
    return givenFolder({
      'quote.json': JSON.stringify({ quote, quote_patch, policy_patch, pricing_variables }),
    })
  }

  test('is asked at the sale, and its rules may name what else is asked there', async () => {
    const folder = withPatches(
      [{ name: 'days', path: 'data', validation: 'integer|required_if:family,true' }],
      [
        { name: 'last_name', path: null, validation: 'max:50' },
        { name: 'destination', path: 'data', validation: 'string|required_with:days,email' },
      ],
    )
    expect(await compileProblems(folder)).toEqual([])
  })

  test('cannot be a field that no sale has, nor one of the other list', async () => {
    const folder = withPatches(
      [{ name: 'destination', path: 'data', validation: 'string' }],
      [
        { name: 'days', path: 'data', validation: 'integer' },
        { name: 'destinatoin', path: 'data', validation: 'string' },
        { name: 'language', path: null, validation: 'string' },
      ],
    )
    expect(await compileProblems(folder)).toEqual([
      expect.stringMatching(
        /^quote.json, quote_patch.data.destination: There is no field data.destination in the list quote, so no endorsement can replace it\. /,
      ),
      expect.stringMatching(
        /^quote.json, policy_patch.data.days: There is no field data.days in fields.json/,
      ),
      expect.stringMatching(
        /^quote.json, policy_patch.data.destinatoin: .*Did you mean data.destination\?$/,
      ),
      expect.stringMatching(/^quote.json, policy_patch.language: There is no field language/),
    ])
  })

  test('goes by rules that exist, and by fields that exist', async () => {
    const folder = withPatches(
      [{ name: 'days', path: 'data', validation: 'integr' }],
      [{ name: 'destination', path: 'data', validation: 'required_with:nowhere' }],
    )
    expect(await compileProblems(folder)).toEqual([
      expect.stringContaining('quote.json, data.days, integr: '),
      expect.stringContaining('quote.json, data.destination, required_with: There is no field'),
    ])
  })

  test('leaves a customer a name, whatever the list says of it', async () => {
    const { compiled } = await givenProduct(
      withPatches([], [{ name: 'last_name', path: null, validation: 'sometimes|max:50' }]),
    )
    const checker = compiled.items.get('travel')?.policyPatchChecker
    expect(checker?.check({ data: {} }, context)).toEqual([
      { code: 'required', field: 'last_name', rules: ['required'] },
    ])
    expect(checker?.check({ last_name: 'Meier', data: {} }, context)).toEqual([])
  })

  test('may be anything in a version that was accepted before this was asked', async () => {
    const files = withPatches([{ name: 'note', path: 'data', validation: 'string' }])
    const parsed = parseProductFiles(files)
    if (!parsed.ok) throw new Error('it parses')
    const result = await compileProduct(parsed.product, files, {
      dataset: () => undefined,
      isAccepted: true,
    })
    expect(result.ok).toBe(true)
  })
})

test('only numbers that may change are declared after a term', async () => {
  const adjustment = `adjustment: { fields: [days, day, place], within_days: 90 }\n`
  const days = { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' }
  const place = { name: 'place', path: 'data', validation: 'string' }
  const files = givenFolder({
    'product.yaml': `${smallestProductYaml}${adjustment}`,
    'quote.json': JSON.stringify({
      quote: [days, place],
      quote_patch: [days, place],
      pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
    }),
  })
  expect(await compileProblems(files)).toEqual([
    'product.yaml, adjustment.fields.1: No item lists "day" in quote_patch, so it cannot be declared after a term. Did you mean days?',
    'product.yaml, adjustment.fields.2: "place" is not a number. Only numbers are declared after a term. Use one of: days.',
  ])
})

test('only numbers that may change rise by an index', async () => {
  const entry = (answer: string, more = '') =>
    `  - { answer: ${answer}, percent_max: 5, clause: No. 9${more} }\n`
  const indexation = `indexation:\n${entry('days', ', agreed_by: place')}${entry('place')}`
  const days = { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' }
  const place = { name: 'place', path: 'data', validation: 'string' }
  const files = givenFolder({
    'product.yaml': `${smallestProductYaml}${indexation}`,
    'quote.json': JSON.stringify({
      quote: [days, place],
      quote_patch: [days, place],
      pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
    }),
  })
  expect(await compileProblems(files)).toEqual([
    'product.yaml, indexation.1.answer: "place" is not a number. Only numbers rise by an index. Use one of: days.',
    'product.yaml, indexation.0.agreed_by: "place" is not answered by true or false, so nobody can agree by it. Remove it.',
  ])
})

test('a renewal replaces only answers that a quote has, by something of their kind', async () => {
  const renewal = `renewal: { kind: automatic, set: { day: start, days: end, place: { add: 1 } } }\n`
  const files = givenFolder({
    'product.yaml': `${smallestProductYaml}${renewal}`,
    'quote.json': JSON.stringify({
      quote: [
        { name: 'days', path: 'data', validation: 'integer|required|min:1|max:365' },
        { name: 'place', path: 'data', validation: 'string' },
      ],
      quote_patch: [],
      pricing_variables: [{ name: 'commission_rate', path: 'data', validation: 'numeric' }],
    }),
  })
  expect(await compileProblems(files)).toEqual([
    'product.yaml, renewal.set.day: No item asks for "day", so a renewal cannot replace it. Did you mean days?',
    'product.yaml, renewal.set.days: "days" is not a date, and end is a day of the new term. Write { value: … }, or name an answer that is a date.',
    'product.yaml, renewal.set.place: "place" is not a number, so nothing can be added to it. Write { value: … }, or name an answer that is a number.',
  ])
})
