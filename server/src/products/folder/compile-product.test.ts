import { expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { compileProblems, givenProduct } from './given-product.ts'

const context = {
  today: Temporal.PlainDate.from('2026-03-01'),
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

test('what fields.json says of the customer stands', async () => {
  const fields = {
    version: '1',
    definition: { policy: [{ name: 'email', path: null, validation: 'email' }] },
  }
  const { compiled } = await givenProduct(givenFolder({ 'fields.json': JSON.stringify(fields) }))
  const errors = compiled.items
    .get('travel')
    ?.policyChecker.check({ first_name: 'A', last_name: 'B' }, context)
  expect(errors).toEqual([])
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

test('a pricing variable that breaks its rule is told with its integration', async () => {
  const yaml = smallestProductYaml.replace('commission_rate: 0.1', 'commission_rate: 0.4')
  expect(await compileProblems(givenFolder({ 'product.yaml': yaml }))).toEqual([
    'product.yaml, integration shop, pricing_variables.commission_rate: 0.4 fails the rules max. Give it a value that the pricing_variables rules in quote.json allow.',
  ])
})

test('a pricing variable that is missing is told with its integration', async () => {
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

test('rules and prices that do not compile are told together, each once', async () => {
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
