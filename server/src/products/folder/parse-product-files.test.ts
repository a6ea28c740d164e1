import { describe, expect, test } from 'vitest'
import { describeProblem } from '../../kernel/index.ts'
import type { ParsedProduct } from '../product-definition.ts'
import { givenFolder, smallestProductYaml } from './given-folder.ts'
import { parseProductFiles } from './parse-product-files.ts'

type Changes = Readonly<Record<string, string | null>>

function problemsOf(changes: Changes): string[] {
  const result = parseProductFiles(givenFolder(changes))
  return result.ok ? [] : result.problems.map(describeProblem)
}

function productOf(changes: Changes = {}): ParsedProduct {
  const result = parseProductFiles(givenFolder(changes))
  if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
  return result.product
}

/** The product file with one line replaced. */
function productYaml(line: RegExp, replacement: string): Changes {
  const changed = smallestProductYaml.replace(line, replacement)
  expect(changed).not.toBe(smallestProductYaml)
  return { 'product.yaml': changed }
}

describe('a whole folder', () => {
  test('a product that names no items has one, with its own key and name', () => {
    const { definition } = productOf()
    expect(definition.items.map(({ key, name }) => ({ key, name }))).toEqual([
      { key: 'travel', name: 'Travel' },
    ])
  })

  test('what is left out takes its default', () => {
    const { definition, demo, tests } = productOf()
    expect(definition).toMatchObject({
      defaultLanguage: 'en',
      currency: 'eur',
      quoteValidDays: 30,
      offerValidDays: 30,
      freeOfCharge: false,
      law: null,
      cancellation: { refund: 'pro_rata', freeLookDays: 0, shortRates: [] },
      withdrawal: null,
      life: {
        endorsements: 'insurer',
        backdateDays: 30,
        distributorBackdateDays: 0,
        reinstatementDays: 30,
        increaseDue: 'now',
        refund: 'credit',
      },
      renewal: { kind: 'none', noticeDays: 30, term: 'P1Y', maxTerms: null, set: {} },
      paymentPlans: [{ key: 'once', name: 'once', type: 'single', frequency: null }],
      integrations: [{ key: 'shop', name: 'shop', apiOnly: false }],
      datasets: [],
    })
    expect(demo).toBeNull()
    expect(tests).toEqual([])
  })

  test('an item uses its own files where it has them and the product’s where it has not', () => {
    const { definition } = productOf({
      ...productYaml(/^payment_plans/m, 'items: [{ key: short }, { key: long }]\npayment_plans'),
      'items/long/quote.json': '{"quote": [], "quote_patch": [], "pricing_variables": []}',
      'items/long/pricing.yaml': '',
    })
    const [short, long] = definition.items
    expect(short?.quoteRules.quote).toHaveLength(1)
    expect(short?.pricingPrefix).toBe('')
    expect(long?.quoteRules.quote).toHaveLength(0)
    expect(long?.pricingPrefix).toBe('items/long/')
    expect(long?.fieldDefinition).toBe(short?.fieldDefinition)
  })

  test('other files may lie in the folder', () => {
    expect(problemsOf({ 'README.md': '# Travel', 'documents/offer.typ': '' })).toEqual([])
  })
})

describe('each mistake is reported with its place and its fix', () => {
  const list = '{"quote": [], "quote_patch": [], "pricing_variables": []}'
  test.each<[string, Changes, string]>([
    [
      'an unknown key',
      productYaml(/^policy_prefix/m, 'policyprefix'),
      'product.yaml, line 6, policyprefix: "policyprefix" is not a key that belongs here. Did you mean policy_prefix?',
    ],
    [
      'a missing name',
      productYaml(/^name.*\n/m, ''),
      'product.yaml, line 1, name: name is missing. Name the product as customers know it.',
    ],
    [
      'a key that is no slug',
      productYaml(/^key: travel/m, 'key: Travel Plus'),
      'product.yaml, line 1, key: "Travel Plus" is not allowed here. Use lower-case letters and digits, joined by single dashes, for example e-bike.',
    ],
    [
      'a language that does not exist',
      productYaml(/\[en, de\]/, '[en, german]'),
      'product.yaml, line 3, languages[1]: "german" is not a language code. Write a code such as de, fr or de-CH.',
    ],
    [
      'a default language that is not offered',
      productYaml(/^currency/m, 'default_language: fr\ncurrency'),
      'product.yaml, line 4, default_language: "fr" is not among the languages. Use one of: en, de.',
    ],
    [
      'a currency that does not exist',
      productYaml(/EUR/, 'EURO'),
      'product.yaml, line 4, currency: "EURO" is not an ISO 4217 currency. Write a code such as EUR or CHF.',
    ],
    [
      'a time zone that does not exist',
      productYaml(/Europe\/Berlin/, 'Europe/Bonn'),
      'product.yaml, line 5, time_zone: "Europe/Bonn" is not a time zone. Write one such as Europe/Berlin or UTC.',
    ],
    [
      'a policy prefix in small letters',
      productYaml(/TRV/, 'trv'),
      'product.yaml, line 6, policy_prefix: "trv" is not allowed here. Use 2 to 8 capitals or digits, for example CYB.',
    ],
    [
      'a quote that is valid too long',
      productYaml(/^payment_plans/m, 'quote_valid_days: 366\npayment_plans'),
      'product.yaml, line 7, quote_valid_days: quote_valid_days must be a whole number from 1 to 365, not 366. Choose a number from 1 to 365.',
    ],
    [
      'a single payment with a frequency',
      productYaml(/type: single/, 'type: single\n    frequency: year'),
      'product.yaml, line 10, payment_plans[0].frequency: A single payment has no frequency. Remove it, or make the type recurring.',
    ],
    [
      'an instalment setting of a single payment',
      productYaml(/type: single/, 'type: single\n    due_day: 15'),
      'product.yaml, line 10, payment_plans[0].due_day: A single payment is made with the sale: due_day is for instalments. Remove it, or make the type recurring.',
    ],
    [
      'a due day that not every month has',
      productYaml(/type: single/, 'type: recurring\n    frequency: month\n    due_day: 31'),
      'product.yaml, line 11, payment_plans[0].due_day: due_day must be a whole number from 1 to 28, not 31. Choose a number from 1 to 28.',
    ],
    [
      'too many tries',
      productYaml(
        /type: single/,
        'type: recurring\n    frequency: month\n    retry_days: [1, 2, 3, 4, 5, 6]',
      ),
      'product.yaml, line 11, payment_plans[0].retry_days: There are more than 5 pauses. List at most 5.',
    ],
    [
      'a recurring payment without frequency',
      productYaml(/type: single/, 'type: recurring'),
      'product.yaml, line 8, payment_plans[0].frequency: frequency is missing. Write one of: month, quarter, half_year, year.',
    ],
    [
      'a frequency of another name',
      productYaml(/type: single/, 'type: recurring\n    frequency: yearly'),
      'product.yaml, line 10, payment_plans[0].frequency: "yearly" is not one of month, quarter, half_year, year. Did you mean year?',
    ],
    [
      'a plan that nothing can pay',
      productYaml(/methods: .*/, 'methods: []'),
      'product.yaml, line 10, payment_plans[0].methods: methods is an empty list. List at least one method, for example {provider: invoice, method: invoice}.',
    ],
    [
      'two plans of one key',
      productYaml(
        /^integrations/m,
        '  - { key: once, type: single, methods: [{ provider: a, method: b }] }\nintegrations',
      ),
      'product.yaml, line 11, payment_plans[1].key: "once" is used twice. Give each entry one of its own.',
    ],
    [
      'an integration without distributor',
      productYaml(/ {4}distributor.*\n/, ''),
      'product.yaml, line 12, integrations[0].distributor: distributor is missing. Use lower-case letters and digits, joined by single dashes, for example e-bike.',
    ],
    [
      'an allowed origin with a path',
      productYaml(/shop\.example\.com/, 'shop.example.com/buy'),
      'product.yaml, line 14, integrations[0].allowed_origins[0]: "https://shop.example.com/buy" is not an origin of a web page. Write scheme and host only, for example https://www.example.com.',
    ],
    [
      'a refund method of another name',
      productYaml(/$/, 'cancellation: { refund: prorata_ }\n'),
      'product.yaml, line 16, cancellation.refund: "prorata_" is not one of pro_rata, none, full_before_start, short_rate. Did you mean pro_rata?',
    ],
    [
      'short rates without their table',
      productYaml(/$/, 'cancellation: { refund: short_rate }\n'),
      'product.yaml, line 16, cancellation.short_rates: short_rates is missing. List days and per cent, for example - { days: 30, percent: 25 } for 25 per cent up to 30 days.',
    ],
    [
      'a table of short rates that falls',
      productYaml(
        /$/,
        'cancellation: { refund: short_rate, short_rates: [{ days: 9, percent: 50 }, { days: 9, percent: 20 }] }\n',
      ),
      'product.yaml, line 16, cancellation.short_rates[1].percent: percent must be a whole number from 50 to 100, not 20. Choose a number from 50 to 100.',
    ],
    [
      'a table of short rates that nothing uses',
      productYaml(/$/, 'cancellation: { short_rates: [{ days: 9, percent: 50 }] }\n'),
      'product.yaml, line 16, cancellation.short_rates: Nothing uses this table of short rates. Write refund: short_rate, or leave the table out.',
    ],
    [
      'a member of cancellation that does not exist',
      productYaml(/$/, 'cancellation: { free_look: 14 }\n'),
      'product.yaml, line 16, cancellation.free_look: "free_look" is not a key that belongs here. Did you mean free_look_days?',
    ],
    [
      'changes by nobody',
      productYaml(/$/, 'endorsements: broker\n'),
      'product.yaml, line 16, endorsements: "broker" is not one of insurer, distributor. Use one of: insurer, distributor.',
    ],
    [
      'changes that count before the product can have been sold',
      productYaml(/$/, 'backdate_days: -1\n'),
      'product.yaml, line 16, backdate_days: backdate_days must be a whole number from 0 to 3650, not -1. Choose a number from 0 to 3650.',
    ],
    [
      'a reinstatement without an end',
      productYaml(/$/, 'reinstatement_days: always\n'),
      'product.yaml, line 16, reinstatement_days: reinstatement_days must be a whole number from 0 to 3650, not "always". Choose a number from 0 to 3650.',
    ],
    [
      'a renewal of no kind',
      productYaml(/$/, 'renewal: { notice_days: 30 }\n'),
      'product.yaml, line 16, renewal.kind: kind is missing. Write one of: automatic, on_acceptance, none.',
    ],
    [
      'a term that is longer than any renewal',
      productYaml(/$/, 'renewal: { kind: automatic, term: P11Y }\n'),
      'product.yaml, line 16, renewal.term: A term of P11Y is longer than 10 years. Write P10Y or less: a renewal adds the next one.',
    ],
    [
      'a term of hours',
      productYaml(/$/, 'renewal: { kind: automatic, term: PT12H }\n'),
      'product.yaml, line 16, renewal.term: "PT12H" is not a duration of whole days, months or years. Write an ISO 8601 duration such as P1Y or P6M.',
    ],
    [
      'a term that is over before its payment has paid for it',
      productYaml(
        /type: single[^]*$/,
        'type: recurring\n    frequency: year\n    methods: [{ provider: invoice, method: invoice }]\nrenewal: { kind: automatic, term: P6M }\n',
      ),
      'product.yaml, line 12, renewal.term: A term of P6M is shorter than one payment period of plan "once". Write a longer term, or bill more often.',
    ],
    [
      'a notice from before the term began',
      productYaml(/$/, 'renewal: { kind: automatic, term: P1M, notice_days: 28 }\n'),
      'product.yaml, line 16, renewal.notice_days: The notice would come 28 days before the end of a term of P1M, which may have 28. Write at most 27, or a longer term.',
    ],
    [
      'settings of a renewal that never comes',
      productYaml(/$/, 'renewal: { kind: none, max_terms: 3 }\n'),
      'product.yaml, line 16, renewal.max_terms: Policies of this product are not renewed. Remove max_terms, or choose automatic or on_acceptance.',
    ],
    [
      'an answer that a renewal sets to nothing known',
      productYaml(/$/, 'renewal: { kind: automatic, set: { days: today } }\n'),
      'product.yaml, line 16, renewal.set.days: "today" is neither start nor end. Write start or end for the days of the new term, { value: … } for a fixed answer or { add: 1 } to count on.',
    ],
    [
      'an increase that is due some day',
      productYaml(/$/, 'increase_due: later\n'),
      'product.yaml, line 16, increase_due: "later" is not one of now, next. Use one of: now, next.',
    ],
    [
      'a refund that is asked for where cancellations have theirs',
      productYaml(/$/, 'refund: pro_rata\n'),
      'product.yaml, line 16, refund: "pro_rata" is not one of credit, at_once. Use one of: credit, at_once.',
    ],
    [
      'broken YAML',
      { 'product.yaml': 'key: [travel' },
      'product.yaml, line 1: This is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. Fix the syntax.',
    ],
    [
      'a missing file',
      { 'fields.json': null },
      'fields.json: The file is missing. Add fields.json.',
    ],
    [
      'no prices',
      { 'pricing.yaml': null },
      'pricing.yaml: The product has no prices: there is no pricing.yaml and no pricing.xlsx. Add one of the two.',
    ],
    [
      'a fourth list in quote.json',
      { 'quote.json': list.replace('}', ', "quotes": []}') },
      'quote.json, /quotes: "quotes" is not a key that belongs here. Did you mean quote?',
    ],
    [
      'a list missing from quote.json',
      { 'quote.json': '{"quote": [], "pricing_variables": []}' },
      'quote.json, /quote_patch: quote_patch is missing. Write a list of entries {name, path, validation}; it may be empty.',
    ],
    [
      'a rule entry without rule string',
      { 'quote.json': list.replace('[]', '[{"name": "days", "path": "data"}]') },
      'quote.json, /quote/0/validation: validation is missing. Write a rule string, for example string|required.',
    ],
    [
      'a field described twice',
      {
        'quote.json': list.replace(
          '[]',
          '[{"name": "a", "path": "data", "validation": ""}, {"name": "a", "path": "data", "validation": ""}]',
        ),
      },
      'quote.json, /quote/1: The field data.a is described twice. Join the two rule strings into one.',
    ],
    [
      'a version that is a number',
      { 'fields.json': '{"version": 1, "definition": {"policy": []}}' },
      'fields.json, /version: version must be a text, not 1. Write the version as a text, for example "1".',
    ],
    [
      'broken JSON',
      { 'fields.json': '{"version": "1",\n  "definition" {}}' },
      "fields.json, line 2: This is not JSON: Expected ':' after property name in JSON at position 32 (line 2 column 16). Fix the syntax.",
    ],
    [
      'files of an item that nobody sells',
      { 'items/tavel/quote.json': list },
      'items/tavel/: product.yaml names no item with the key tavel. Did you mean travel?',
    ],
    [
      'a file with almost the right name',
      { 'demo.yml': 'quote: {}' },
      'demo.yml: No part of a product is read from a file of this name. Rename it to demo.yaml.',
    ],
    [
      'items of a dataset that nobody described',
      { 'datasets/cities.csv': 'name\n' },
      'datasets/cities.csv: No dataset is described for these items. Add datasets/cities.yaml with name, access and fields.',
    ],
    [
      'a dataset without items',
      { 'datasets/cities.yaml': 'fields: [{ name: city }]' },
      'datasets/cities.yaml: The items are missing: there is no datasets/cities.csv. Add that file.',
    ],
    [
      'a dataset field of a type that does not exist',
      {
        'datasets/cities.yaml': 'fields: [{ name: city, type: txt }]',
        'datasets/cities.csv': 'city\n',
      },
      'datasets/cities.yaml, line 1, fields[0].type: "txt" is not one of text, number, boolean, date. Did you mean text?',
    ],
    [
      'a case that expects nothing',
      { 'tests/a.yaml': 'name: a\ninput: {}\nexpect: {}' },
      'tests/a.yaml, line 3, expect: A case expects exactly one of outputs, knockout and errors. Add one.',
    ],
    [
      'a case of an item that does not exist',
      { 'tests/a.yaml': '- name: a\n  item: trvel\n  input: {}\n  expect: { knockout: true }' },
      'tests/a.yaml, line 2, [0].item: product.yaml has no item "trvel". Did you mean travel?',
    ],
    [
      'a demo without policy',
      { 'demo.yaml': 'quote: {}\nknockout: {}' },
      'demo.yaml, line 1, policy: policy is missing. Write first_name, last_name, email, language and data.',
    ],
  ])('%s', (_, changes, problem) => {
    expect(problemsOf(changes)).toContain(problem)
  })

  test('one mistake gives one message', () => {
    expect(problemsOf(productYaml(/TRV/, 'trv'))).toHaveLength(1)
    expect(problemsOf(productYaml(/EUR/, 'EURO'))).toHaveLength(1)
    expect(problemsOf({ 'quote.json': null })).toHaveLength(1)
  })
})

test('a folder with ten mistakes gives ten messages', () => {
  const problems = problemsOf({
    'product.yaml': `key: Travel
name: ''
languages: [en, en]
default_language: de
currency: XXQ
time_zone: Mars/Base
policy_prefix: T
offer_valid_days: 0
payment_plans: []
cancellation: { refund: some }
`,
  })
  expect(problems).toHaveLength(10)
})

test('a file that is not text is refused by name', () => {
  const files = new Map([...givenFolder(), ['fields.json', Uint8Array.of(0xff, 0xfe, 0x00)]])
  const result = parseProductFiles(files)
  expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([
    'fields.json: The file is not UTF-8 text. Save it with the encoding UTF-8.',
  ])
})

test('an alias that multiplies without end is refused', () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const before = level === 0 ? 'x' : `*a${level - 1}`
    return `a${level}: &a${level} [${Array.from({ length: 9 }, () => before).join(', ')}]`
  })
  expect(problemsOf({ 'product.yaml': levels.join('\n') })[0]).toContain('not usable YAML')
})

test('data nested without end is refused', () => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
  const problems = problemsOf({ 'demo.yaml': `quote: ${deep}\npolicy: {data: {}}\nknockout: {}` })
  expect(problems).not.toEqual([])
})
