import { describe, expect, it } from 'vitest'
import { describeProblem } from './words/index.ts'
import type { DatasetItemId, Json, JsonObject } from './words/index.ts'
import { compileRules } from './index.ts'
import {
  carItem,
  checkerFor,
  companyItem,
  context,
  errorsOf,
  failing,
  fieldsOf,
  options,
} from './test-product.ts'

describe('what an error says', () => {
  it('names code, field, path and rules, for all failing fields in definition order', () => {
    const errors = errorsOf(
      {
        last_name: 'required|string',
        'data.employees': 'required|integer|min:0|max:20',
        'data.backup': 'required|string|in:weekly,monthly',
        'data.fine': 'boolean',
        'metadata.source': 'required_with:last_name,data.employees',
      },
      { data: { employees: 21, backup: 'never', fine: true } },
    )
    expect(errors).toEqual([
      { code: 'required', field: 'last_name', rules: ['required'] },
      { code: 'invalid_value', field: 'employees', path: 'data', rules: ['max'] },
      { code: 'invalid_value', field: 'backup', path: 'data', rules: ['in'] },
      { code: 'required', field: 'source', path: 'metadata', rules: ['required_with'] },
    ])
  })

  it('names every rule that failed, in the order they were written', () => {
    expect(failing('max:3|regex:/^[a-z]+$/|string|not_in:1234|all_caps', '1234')).toEqual([
      'max',
      'regex',
      'not_in',
    ])
  })

  it('names every presence rule that asked for a missing value, and none that did not', () => {
    const errors = errorsOf(
      { a: 'string', b: 'required_without:a|required_with:a|required|string|min:3' },
      {},
    )
    expect(errors).toEqual([
      { code: 'required', field: 'b', rules: ['required_without', 'required'] },
    ])
  })

  it('tells a wrong opt-in from a missing one', () => {
    expect(errorsOf({ terms: 'required_true' }, {})).toEqual([
      { code: 'required', field: 'terms', rules: ['required_true'] },
    ])
    expect(errorsOf({ terms: 'required_true' }, { terms: false })).toEqual([
      { code: 'invalid_value', field: 'terms', rules: ['required_true'] },
    ])
  })
})

describe('a value of the wrong type', () => {
  it.each<[string, Json, string[]]>([
    ['integer|min:0|max:20', 'abc', ['integer']],
    ['min:100|integer', 'abc', ['integer']],
    ['integer|min:5', 3.5, ['integer', 'min']],
    ['integer|in:1,2', '2', ['integer']],
    ['integer|in:1,2', 'x', ['integer', 'in']],
    ['string|email|max:5', 123456, ['string']],
    ['email|max:5', 123456, ['email']],
    ['string|iso_date|after:today', 5, ['string']],
    ['iso_date|after:today', 'soon', ['iso_date']],
    ['iso_date|after:today', 5, ['iso_date']],
    ['after:today', 'soon', ['after']],
    ['iso_date|min:20', 'soon', ['iso_date', 'min']],
    ['array|min:3', 'ab', ['array']],
    ['boolean|required_true', 'yes', ['boolean', 'required_true']],
  ])('%s', (rules, value, expected) => {
    expect(failing(rules, value)).toEqual(expected)
  })
})

describe('a value that is not given', () => {
  const rules = 'string|min:5|in:aaaaa|email|required_with:other'

  it.each<[string, JsonObject]>([
    ['absent', {}],
    ['null', { value: null }],
    ['an empty text', { value: '' }],
  ])('skips its rules when it is %s and not required', (_, data) => {
    expect(errorsOf({ 'data.other': 'string', 'data.value': rules }, { data })).toEqual([])
  })

  it.each(['  ', '\t\n', '\u00a0', '\u200b\u200d', '\ufeff', '\u3000', '\u3164', '\u2800'])(
    'is missing where nothing of it can be seen: %j',
    (text) => {
      expect(failing('string|required', text)).toEqual(['required'])
      expect(failing('string|required', `${text}x`)).toEqual([])
    },
  )

  it('is not the same as a blank text, an empty array or false', () => {
    expect(failing('iso_date', ' ')).toEqual(['iso_date'])
    expect(failing('array|min:1', [])).toEqual(['min'])
    expect(failing('required|boolean', false)).toEqual([])
  })

  it('may be absent but not empty where it is required only sometimes', () => {
    expect(errorsOf({ value: 'sometimes|required' }, {})).toEqual([])
    expect(errorsOf({ value: 'sometimes|required' }, { value: null })).toHaveLength(1)
  })

  it('is still asked for under a condition when it is nullable or optional', () => {
    const definition = { a: 'boolean', b: 'nullable|optional|required_if:a,true|string' }
    expect(errorsOf(definition, { a: false })).toEqual([])
    expect(errorsOf(definition, { a: true, b: null })).toHaveLength(1)
  })

  it('is missing everywhere when the object it belongs in is missing or is none', () => {
    for (const data of [null, 5, 'x', [], [1]]) {
      expect(errorsOf({ 'data.value': 'required' }, { data })).toHaveLength(1)
      expect(errorsOf({ 'data.value': 'integer' }, { data })).toEqual([])
    }
  })
})

describe('names that lead inside', () => {
  it('follows dots into objects', () => {
    const definition = { 'data.person.first_name': 'required|string' }
    expect(errorsOf(definition, { data: { person: { first_name: 'Ada' } } })).toEqual([])
    expect(errorsOf(definition, { data: {} })).toEqual([
      { code: 'required', field: 'person.first_name', path: 'data', rules: ['required'] },
    ])
  })

  it('walks arrays and names the real place', () => {
    const definition = { 'data.agents.*.name': 'required|string|max:4' }
    const agents: Json[] = [{ name: 'Ada' }, {}, { name: 'Grace' }, 5, null]
    expect(
      errorsOf(definition, { data: { agents } }).map((error) => [error.code, error.field]),
    ).toEqual([
      ['required', 'agents.1.name'],
      ['invalid_value', 'agents.2.name'],
      ['required', 'agents.3.name'],
      ['required', 'agents.4.name'],
    ])
    expect(errorsOf(definition, { data: {} })).toEqual([])
    expect(errorsOf(definition, { data: { agents: 'Ada' } })).toEqual([])
  })

  it('walks objects with keys as it walks arrays', () => {
    const definition = {
      'data.agents.*.name': 'required|string',
      'data.agents.*.mail': 'required_if:agents.*.name,Ada',
      'data.agents.*.id': 'distinct',
    }
    const agents = { first: { name: 'Ada', id: 1 }, second: { name: 5, id: 1 }, third: {} }
    const errors = errorsOf(definition, { data: { agents } })
    expect(errors.map(({ field, rules }) => `${field} ${rules?.join()}`)).toEqual([
      'agents.second.name string',
      'agents.third.name required',
      'agents.first.mail required_if',
      'agents.first.id distinct',
      'agents.second.id distinct',
    ])
  })

  it('walks what only looks like an array, and nothing that every object has', () => {
    const sent = JSON.parse('{"data":{"tags":{"0":1,"__proto__":2,"length":"x"}}}') as JsonObject // It is written out here.
    expect(errorsOf({ 'data.tags.*': 'string' }, sent).map(({ field }) => field)).toEqual([
      'tags.0',
      'tags.__proto__',
    ])
  })

  it('walks the members of a dataset item', () => {
    const errors = errorsOf({ 'data.company.*': 'string' }, { data: { company: companyItem } })
    expect(errors.map(({ field }) => field)).toEqual(['company.staff'])
  })

  it('walks arrays of values and arrays in arrays', () => {
    expect(
      errorsOf({ 'data.tags.*': 'required|string' }, { data: { tags: ['a', 5, ''] } }),
    ).toEqual([
      { code: 'invalid_value', field: 'tags.1', path: 'data', rules: ['string'] },
      { code: 'required', field: 'tags.2', path: 'data', rules: ['required'] },
    ])
    const grid = [{ rows: [{ n: 1 }] }, { rows: [{ n: 1 }, { n: 'x' }] }]
    expect(errorsOf({ 'data.grid.*.rows.*.n': 'integer' }, { data: { grid } })[0]?.field).toBe(
      'grid.1.rows.1.n',
    )
  })

  it('reads a number in a name as a position', () => {
    const definition = { 'data.agents.0': 'required', 'data.agents.length': 'required' }
    expect(errorsOf(definition, { data: { agents: ['a'] } }).map(({ field }) => field)).toEqual([
      'agents.length',
    ])
  })

  it('says which elements repeat a value that must be distinct', () => {
    const agents: Json[] = [{ id: 1 }, { id: 2 }, { id: 1 }, {}]
    const definition = { 'data.agents.*.id': 'distinct', 'data.agents.*.name': 'string' }
    expect(errorsOf(definition, { data: { agents } }).map(({ field }) => field)).toEqual([
      'agents.0.id',
      'agents.2.id',
    ])
  })

  it('looks into a dataset item where its id was sent', () => {
    const definition = { 'data.company.staff': 'required|integer|max:10' }
    expect(errorsOf(definition, { data: { company: companyItem } })[0]?.rules).toEqual(['max'])
    expect(errorsOf(definition, { data: { company: carItem } })[0]?.code).toBe('required')
    expect(errorsOf(definition, { data: { company: 'dai_' } })[0]?.code).toBe('required')
  })

  it('finds only what was sent, not what every object has', () => {
    const definition = { 'data.constructor': 'required', 'data.x.toString': 'required' }
    expect(errorsOf(definition, { data: { x: {} } })).toHaveLength(2)
    const sent = JSON.parse(
      '{"data":{"constructor":1,"x":{"toString":1,"__proto__":2}}}',
    ) as JsonObject // It is written out here.
    expect(errorsOf(definition, sent)).toEqual([])
  })

  it('stops counting errors where an answer would outgrow its question', () => {
    const tags = Array.from({ length: 5000 }, () => 1)
    expect(errorsOf({ 'data.tags.*': 'string' }, { data: { tags } })).toHaveLength(1000)
  })
})

describe('a document that takes too long to check', () => {
  it('is refused at the place where checking ended, never taken unchecked', () => {
    const definition = { 'data.texts.*': 'regex:/(a|b)*a(a|b){200}(a|b)*b(a|b){200}c$/' }
    const texts = Array.from({ length: 100 }, () => 'ab'.repeat(400))
    const errors = errorsOf(definition, { data: { texts } })
    expect(errors.at(-1)).toMatchObject({
      code: 'invalid_value',
      path: 'data',
      rules: ['too_much'],
    })
    expect(errors.length).toBeLessThan(10)
  })

  it('is far larger than any that people fill in', () => {
    const definition = {
      'data.fleet.*.plate': 'required|string|regex:/^[A-Z]{1,3}[- ]?[0-9]{1,6}$/',
      'data.fleet.*.year': 'required|integer|min:1950|max:2030',
      'data.fleet.*.phone': 'phone_number',
      'data.remarks': 'string|regex:/^[\\p{L}\\p{P}\\s]{0,1000}$/',
    }
    const car = { plate: 'ZH-123456', year: 2020, phone: '+41 44 668 18 00' }
    const data = { fleet: Array.from({ length: 1000 }, () => car), remarks: 'Zürich, '.repeat(120) }
    expect(errorsOf(definition, { data })).toEqual([])
  })

  it('a pattern that is a class and a length is asked for both', () => {
    expect(failing('regex:/^[a-c]{2,3}$/', 'ab')).toEqual([])
    expect(failing('regex:/^[a-c]{2,3}$/', 'a')).toEqual(['regex'])
    expect(failing('regex:/^[a-c]{2,3}$/', 'abca')).toEqual(['regex'])
    expect(failing('regex:/^[a-c]{2,3}$/', 'abd')).toEqual(['regex'])
    expect(failing('regex:/^.{1,2}$/', '😀😀')).toEqual([])
    expect(failing('regex:/^[a-c]{2,}$/', 'abcabcabc')).toEqual([])
    expect(failing('regex:/^[a-c]{2,3}$/m', 'x\nab')).toEqual([])
  })
})

describe('rules of a policy that look at an answer of the quote', () => {
  const quoteFields = fieldsOf({
    'data.more_than_one_person': 'boolean',
    'data.company': 'in_dataset:companies',
    'data.both': 'string',
    'data.start': 'iso_date',
    'data.people.*.age': 'integer',
  })
  const checkerOf = (definition: Readonly<Record<string, string>>) => {
    const result = compileRules(fieldsOf(definition), {
      ...options,
      quote: { file: 'quote.json', fields: quoteFields },
    })
    if (!result.ok) throw new Error(result.problems.map(describeProblem).join('\n'))
    return result.checker
  }
  const fieldsThatFail = (
    definition: Readonly<Record<string, string>>,
    document: JsonObject,
    answers: JsonObject,
  ) => {
    const quote = { document: { data: answers }, item: (id: DatasetItemId) => context.item(id) }
    return checkerOf(definition)
      .check(document, { ...context, item: () => undefined, quote })
      .map(({ field }) => field)
  }

  it.each(['more_than_one_person', 'data.more_than_one_person'])('find it as %s', (name) => {
    const definition = {
      'data.partner': `required_if:${name},true`,
      phone: `required_if:${name},true`,
    }
    expect(fieldsThatFail(definition, { data: {} }, { more_than_one_person: true })).toEqual([
      'partner',
      'phone',
    ])
    expect(fieldsThatFail(definition, { data: {} }, { more_than_one_person: false })).toEqual([])
    expect(fieldsThatFail(definition, { data: {} }, {})).toEqual([])
    expect(
      fieldsThatFail(definition, { data: { more_than_one_person: true } }, {}),
      'what the policy says is no answer of the quote',
    ).toEqual([])
  })

  it("take the policy's own field where both have one", () => {
    const definition = { 'data.both': 'string', 'data.value': 'required_if:both,yes' }
    expect(fieldsThatFail(definition, { data: { both: 'no' } }, { both: 'yes' })).toEqual([])
    expect(fieldsThatFail(definition, { data: { both: 'yes' } }, { both: 'no' })).toEqual(['value'])
    expect(fieldsThatFail(definition, { data: {} }, { both: 'yes' })).toEqual([])
  })

  it('take a listed answer before what an object of the policy might hold', () => {
    const definition = { data: 'object', 'data.value': 'required_if:both,yes' }
    expect(fieldsThatFail(definition, { data: { x: 1 } }, { both: 'yes' })).toEqual(['value'])
  })

  it('see the dataset item that the quote was made with', () => {
    const definition = { 'data.value': 'required_if:company.industry,retail' }
    expect(fieldsThatFail(definition, { data: {} }, { company: companyItem })).toEqual(['value'])
  })

  it('compare with it', () => {
    const definition = { 'data.end': 'iso_date|after:start' }
    const answers = { start: '2026-05-01' }
    expect(fieldsThatFail(definition, { data: { end: '2026-05-01' } }, answers)).toEqual(['end'])
    expect(fieldsThatFail(definition, { data: { end: '2026-05-02' } }, answers)).toEqual([])
  })

  it.each([
    ['no_such_thing', 'There is no field `no_such_thing` here or in quote.json.'],
    ['more_then_one_person', 'Did you mean `data.more_than_one_person`?'],
    ['people.*.age', '`people.*.age` names many values, not one.'],
  ])('are refused where neither has it: %s', (name, message) => {
    expect(() => checkerOf({ 'data.value': `required_if:${name},true` })).toThrow(message)
  })
})

describe('rules that look at another field', () => {
  const needs = (reference: string, place = 'data.value') => ({
    email: 'string',
    'data.other': '',
    'data.company': 'in_dataset:companies',
    'metadata.other': '',
    [place]: `required_if:${reference},yes`,
  })

  it('reads a bare name against the same path', () => {
    expect(errorsOf(needs('other'), { data: { other: 'yes' }, metadata: {} })).toHaveLength(1)
    expect(errorsOf(needs('other'), { data: {}, metadata: { other: 'yes' } })).toEqual([])
    expect(errorsOf(needs('other', 'metadata.value'), { metadata: { other: 'yes' } })).toHaveLength(
      1,
    )
  })

  it('reads a dotted name from the root of the document', () => {
    expect(errorsOf(needs('metadata.other'), { metadata: { other: 'yes' } })).toHaveLength(1)
    expect(errorsOf(needs('data.other', 'value'), { data: { other: 'yes' } })).toHaveLength(1)
  })

  it('prefers the same path for a bare name, and the root for a dotted one', () => {
    const bare = { other: '', 'data.other': '', 'data.value': 'required_if:other,yes' }
    expect(errorsOf(bare, { other: 'yes', data: {} })).toEqual([])
    expect(errorsOf(bare, { data: { other: 'yes' } })).toHaveLength(1)
    const dotted = {
      'metadata.x': '',
      'data.metadata.x': '',
      'data.value': 'required_if:metadata.x,yes',
    }
    expect(errorsOf(dotted, { data: { metadata: { x: 'yes' } } })).toEqual([])
    expect(errorsOf(dotted, { data: {}, metadata: { x: 'yes' } })).toHaveLength(1)
  })

  it('finds a field of the document itself where the path has none of that name', () => {
    expect(errorsOf(needs('email'), { email: 'yes', data: {} })).toHaveLength(1)
  })

  it('means the same element inside an array', () => {
    const definition = {
      'data.agents.*.type': 'string',
      'data.agents.*.licence': 'required_if:agents.*.type,broker',
      'data.agents.*.code': 'required_if:data.agents.*.type,broker|different:agents.*.licence',
    }
    const agents: Json[] = [
      { type: 'broker' },
      { type: 'clerk' },
      { type: 'broker', licence: 1, code: 1 },
    ]
    const errors = errorsOf(definition, { data: { agents } })
    expect(errors.map(({ field, rules }) => [field, ...(rules ?? [])])).toEqual([
      ['agents.0.licence', 'required_if'],
      ['agents.0.code', 'required_if'],
      ['agents.2.code', 'different'],
    ])
  })

  it('sees what a dataset item holds', () => {
    const definition = {
      'data.company': 'in_dataset:companies',
      'data.value': 'required_if:company.industry,retail',
    }
    expect(errorsOf(definition, { data: { company: companyItem } })).toHaveLength(1)
    expect(errorsOf(definition, { data: { company: 'Acme' } })).toEqual([])
  })
})

describe('literals that only a dataset can confirm', () => {
  const definition = {
    'data.company': 'in_dataset:companies',
    'data.names.*': 'in_dataset:companies,name',
    'data.other': 'string',
  }

  it('asks for literals, not for ids, absent values or whole objects', () => {
    const lookups = checkerFor(definition).lookups({
      data: { company: 'Acme', names: [companyItem, 'Other', 5, null, '', {}, true], other: 'x' },
    })
    expect(lookups).toEqual([
      { datasetId: 'dat_companies', field: null, value: 'Acme' },
      { datasetId: 'dat_companies', field: 'name', value: 'Other' },
      { datasetId: 'dat_companies', field: 'name', value: 5 },
      { datasetId: 'dat_companies', field: 'name', value: true },
    ])
    expect(checkerFor(definition).lookups({ data: { company: companyItem } })).toEqual([])
    expect(checkerFor(definition).lookups({})).toEqual([])
  })

  it('takes what was found and refuses the rest', () => {
    const document = { data: { company: 'Acme', names: [companyItem, 'Other', carItem] } }
    const errors = checkerFor(definition).check(document, context)
    expect(errors.map(({ field }) => field)).toEqual(['names.1', 'names.2'])
  })

  it('asks for no more than a bounded number', () => {
    const names = Array.from({ length: 200_000 }, (_, at) => `name ${at}`)
    expect(checkerFor(definition).lookups({ data: { company: names, names } })).toHaveLength(1000)
  })
})
