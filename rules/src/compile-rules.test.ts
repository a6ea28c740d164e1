import { describe, expect, it } from 'vitest'
import { compileRules, parseRules } from './index.ts'
import { checkerFor, fieldsOf, options, problemsOf } from './test-product.ts'

describe('a definition that cannot be right is refused at push', () => {
  it.each([
    ['strng', 'Did you mean `string`?'],
    ['Required', 'Did you mean `required`?'],
    ['requred_if:other,1', 'Did you mean `required_if`?'],
    ['frobnicate', 'The rules are string,'],
    ['required:yes', '`required` does not take one argument. Write it as `required`.'],
    ['min', '`min` does not take no arguments. Write it as `min:<number>`.'],
    ['min:1,2', '`min` does not take 2 arguments.'],
    ['between:1', 'Write it as `between:<number>,<number>`.'],
    ['required_if:other', 'Write it as `required_if:<field>,<value>,[<value>...]`.'],
    ['required_if_and:other,1,other', 'does not take 3 arguments'],
    ['in', '`in` does not take no arguments'],
    ['in:a,,b', 'An argument is empty.'],
    ['in:', 'An argument is empty.'],
    ['min:many', '`many` is not a number.'],
    ['max:1e3', '`1e3` is not a number.'],
    ['digits:-1', '`-1` is not a whole number.'],
    ['digits:1.5', '`1.5` is not a whole number.'],
    ['divisible_without_remainder:0', '`0` is not a number to divide by.'],
    ['min:5|max:3', 'No value is at least 5 and at most 3.'],
    ['between:5,3', 'No value is at least 5 and at most 3.'],
    ['size:4|max:3', 'No value is at least 4 and at most 3.'],
    ['string|max:-1', 'No value is at least 0 and at most -1.'],
    ['digits_between:5,3', 'No text has at least 5 and at most 3 digits.'],
    ['string|integer', 'No value passes both `integer` and `string`.'],
    ['boolean|iso_date', 'No value passes both `iso_date` and `boolean`.'],
    ['iso_date|iso_datetime', 'No value passes both `iso_date` and `iso_datetime`.'],
    ['integer|email', 'No value passes both `email` and `integer`.'],
    ['object|min:3', 'No value passes both `min` and `object`.'],
    ['integer|digits:4', 'No value passes both `digits` and `integer`.'],
    ['same:nowhere', 'There is no field `nowhere`.'],
    ['same:othr', 'Did you mean `data.other`?'],
    ['gt:nowhere', 'There is no field `nowhere`.'],
    ['after:nowhere', 'There is no field `nowhere`.'],
    ['required_if_and:other,1,nowhere,2', 'There is no field `nowhere`.'],
    ['same:name', 'Did you mean `data.agents.*.name`?'],
    ['same:agents.*.name', '`agents.*.name` names many values, not one.'],
    ['same:other.inside', 'There is no field `other.inside`.'],
    ['same:company.colour', 'There is no field `company.colour`.'],
    ['after:2027-02-30', '`2027-02-30` is not a date'],
    ['after:in a while', '`in a while` is not a date'],
    ['after:+99999999 years', 'is not a date'],
    ['before:-3 days ago', 'is not a date'],
    ['year:~,this year', '`~` is not an operator. Use one of < <= > >= = !=.'],
    ['year:<,some year', '`some year` is not a year'],
    ['in_dataset:nothing', 'There is no dataset `nothing`.'],
    ['in_dataset:companies,nam', 'Did you mean `name`?'],
    ['phone_number:XX', '`XX` is not a country whose telephone numbers are known.'],
    ['phone_number:constructor', 'is not a country'],
    ['postal_code:XX', '`XX` is not a country whose postal codes are known.'],
    ['regex:/(?=a)b/', 'looks ahead'],
    ['regex:/(?!a)b/', 'Split it into several `regex` and `not_regex` rules.'],
    [String.raw`regex:/(a)\1/`, 'Write it without backreferences.'],
    ['regex:/(/', 'does not compile (missing closing )'],
    [String.raw`regex:/\h/`, 'does not compile'],
    ['regex:/a/x', 'The flag `x` of the pattern is not known.'],
    ['regex:/a{0,1000}b{0,1000}c{0,1000}/', 'The pattern is too large.'],
  ])('%s', (validation, expected) => {
    const problems = problemsOf({
      'data.other': 'integer',
      'data.company': 'in_dataset:companies',
      'data.agents.*.name': 'string',
      'data.value': validation,
    })
    expect(problems).toHaveLength(1)
    expect(problems[0] ?? '').toMatch(expected)
    expect(problems[0] ?? '').toMatch(/^quote\.json, data\.value, \w+: /)
  })

  it.each([
    ['', null],
    ['a b', null],
    ['a..b', null],
    ['*', null],
    ['*.name', 'data'],
    ['a*', null],
    ['__proto__', 'data'],
    ['a'.repeat(201), null],
    ['name', ''],
    ['name', 'da ta'],
    ['name', 'agents.*'],
  ])('a field cannot be named %s', (name, path) => {
    const result = compileRules([{ name, path, validation: '' }], options)
    expect(result.ok).toBe(false)
  })

  it('refuses a field that is defined twice, however it is written', () => {
    const fields = [
      { name: 'start', path: 'data', validation: 'iso_date' },
      { name: 'data.start', path: null, validation: 'iso_date' },
    ]
    const result = compileRules(fields, options)
    expect(result.ok ? [] : result.problems.map(({ message }) => message)).toEqual([
      '`data.start` is defined twice.',
    ])
  })

  it('tells everything that is wrong at once, in definition order', () => {
    const problems = problemsOf({
      'data.one': 'strng|min:x|same:nowhere',
      'data.two': 'in_dataset:nothing|between:1',
      three: 'string|integer',
    })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'quote.json, data.one, strng',
      'quote.json, data.one, min',
      'quote.json, data.one, same',
      'quote.json, data.two, between',
      'quote.json, data.two, in_dataset',
      'quote.json, three, integer',
    ])
  })

  it('refuses a time zone that does not exist', () => {
    const result = compileRules([], { ...options, timeZone: 'Mars/Olympus' })
    expect(result.ok).toBe(false)
  })
})

describe('a definition that is right is taken', () => {
  it('counts its fields', () => {
    expect(
      checkerFor({ first_name: 'required', 'data.a': '', 'metadata.b': 'string' }).fieldCount,
    ).toBe(3)
  })

  it('takes references to objects, to what datasets hold, and to arrays as a whole', () => {
    expect(
      problemsOf({
        'data.company': 'in_dataset:companies',
        'data.owner': 'object',
        'data.anything': '',
        'data.agents.*.name': 'string',
        'data.value':
          'required_if:company.industry,retail|required_with:owner.name,anything.x,agents,data.agents',
      }),
    ).toEqual([])
  })

  it('takes an integer that is also numeric', () => {
    expect(problemsOf({ value: 'integer|numeric|min:0' })).toEqual([])
  })
})

describe('reading one rule string', () => {
  const field = (validation: string) => ({ name: 'a', path: 'data', validation })

  it('gives the rules with their arguments', () => {
    expect(parseRules(field('required|in:a,b|regex:/x|y/i'), 'quote.json')).toEqual({
      ok: true,
      rules: [
        { name: 'required', arguments: [] },
        { name: 'in', arguments: ['a', 'b'] },
        { name: 'regex', arguments: ['/x|y/i'] },
      ],
    })
  })

  it('gives the problems of one that is badly written', () => {
    const result = parseRules(field('required|min:x'), 'quote.json')
    expect(result.ok ? null : result.problems.map(({ place }) => place)).toEqual(['data.a, min'])
  })

  it('refuses one that is far too long', () => {
    expect(parseRules(field(`in:${'a,'.repeat(30_000)}b`), 'quote.json').ok).toBe(false)
    expect(fieldsOf({ a: '' })).toHaveLength(1)
  })
})

describe('a definition that is wrong all over', () => {
  it('gets enough of it told, and is not gone through for ever', () => {
    const names = Array.from({ length: 4000 }, (_, at) => `no_such_field_${at}`).join()
    const definition = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [
        `data.field_of_the_form_${at}`,
        `required_with:${names}`,
      ]),
    )
    const problems = problemsOf(definition)
    expect(problems.length).toBeGreaterThanOrEqual(200)
    expect(problems.length).toBeLessThan(1000)
  })
})
