import type { Form, Question } from '@bindery/sdk/generated'
import { expect, it } from 'vitest'
import { buildFields } from './build-fields.ts'
import { compileChecks } from './checks.ts'
import type { Answers, Field } from './field.ts'
import { readAnswer } from './read-answer.ts'
import { fieldsIn } from './rows.ts'

const locale = { tag: 'en', language: 'en', direction: 'ltr' } as const

function question(name: string, validation: string): Question {
  const [, choices] = /(?:^|\|)in:([^|]+)/.exec(validation) ?? []
  const [type = null] = /array|object|integer|boolean|iso_date|string/.exec(validation) ?? []
  return {
    name,
    path: 'data',
    validation,
    type,
    required: /(^|\|)required(\||$)/.test(validation),
    choices: choices?.split(',') ?? null,
    conditions: [...validation.matchAll(/(required_\w+):([^|]+)/g)].map(([, rule = '', args]) => ({
      rule,
      params: args?.split(',') ?? [],
    })),
    dataset_id: null,
    dataset_fields: [],
  }
}

function plan(key: string, answer: string): Form['subscription_plans'][number] {
  const type = key === 'once' ? 'single' : 'recurring'
  return { id: `pp_${key}`, key, name: key, names: {}, type, frequency: null, methods: [], answer }
}

/** A form of these rules, as a customer fills it in by the ids of its fields. */
function formOf(rules: Readonly<Record<string, string>>, planQuestion: string | null = null) {
  const quote = Object.entries(rules).map(([name, validation]) => question(name, validation))
  const item: Form['items'][number] = { id: 'ins_1', name: '', names: {}, quote, policy: [] }
  const form: Form = {
    integration_id: 'in_1',
    integration_version_id: 'inv_1',
    product_version_id: 'prv_1',
    name: 'Cover',
    names: {},
    languages: ['en'],
    default_language: 'en',
    currency: 'chf',
    time_zone: 'Europe/Zurich',
    items: [item],
    public_outputs: [],
    subscription_plans: [plan('once', 'Yearly'), plan('monthly', 'Monthly')],
    checkout: {
      quote: [],
      policy: [],
      plan_question: planQuestion,
      fields: [],
      logo: null,
      contact: null,
      links: [],
    },
    documents: [],
  }
  const fields = buildFields(form, item, locale, { yes: 'Yes', no: 'No' })
  const checks = compileChecks(form, item, fields)
  const fill = (texts: Readonly<Record<string, string>>): Answers => {
    let answers: Answers = {}
    for (const [place, text] of Object.entries(texts)) {
      const id = `quote.data.${place}`
      const field = fieldsIn(fields, answers).find((one) => one.id === id)
      if (field === undefined) throw new Error(`${place} is not there to be filled in`)
      answers = { ...answers, [id]: readAnswer(field, text, { locale, currency: 'chf' }) }
    }
    return answers
  }
  const short = (id: string) => id.replace('quote.data.', '')
  return {
    fields,
    asked: (texts = {}) => checks.asked(fill(texts), null).map(({ id }: Field) => short(id)),
    wrong: (texts = {}) => [...checks.errors(fill(texts), null).keys()].map(short),
    data: (texts = {}, planKey: string | null = null) =>
      checks.document('quote', fill(texts), planKey)['data'],
  }
}

it('the question that a plan answers is not asked, and answered in its own words', () => {
  const rules = { days: 'integer|required', frequency: 'string|required|in:Yearly,Monthly' }
  const form = formOf(rules, 'frequency')
  expect(form.asked()).toEqual(['days'])
  expect(form.data({ days: '3' }, 'monthly')).toEqual({ days: 3, frequency: 'Monthly' })
})

const drivers = {
  drivers: 'array|required|max:3',
  'drivers.*.name': 'string|required',
  'drivers.*.had_accident': 'boolean|required',
  'drivers.*.accidents': 'integer|min:1|required_if:data.drivers.*.had_accident,true',
}

it('a list that must have an entry begins with one row, and complains at the fields of rows', () => {
  const form = formOf(drivers)
  expect(form.asked()).toEqual(['drivers', 'drivers.0.name', 'drivers.0.had_accident'])
  const rows = { drivers: '2', 'drivers.1.name': 'Jo' }
  expect(form.wrong(rows).toSorted()).toEqual([
    'drivers.0.had_accident',
    'drivers.0.name',
    'drivers.1.had_accident',
  ])
  expect(form.data(rows)).toEqual({ drivers: [{}, { name: 'Jo' }] })
})

it('a condition of a row looks at that row alone', () => {
  const rows = {
    drivers: '2',
    'drivers.0.had_accident': 'false',
    'drivers.1.had_accident': 'true',
  }
  const { asked, wrong } = formOf(drivers)
  expect(asked(rows)).toContain('drivers.1.accidents')
  expect(asked(rows)).not.toContain('drivers.0.accidents')
  expect(wrong(rows)).toContain('drivers.1.accidents')
})

it('the minimum and maximum are those of the rules, and a violation shows at the list', () => {
  const of = (validation: string) => {
    const [field] = formOf({ drivers: validation, 'drivers.*.name': 'string' }).fields
    return [field?.list?.rowsMin, field?.list?.rowsMax]
  }
  expect(of('array|required|min:2|max:4')).toEqual([2, 4])
  expect(of('array|required|size:3')).toEqual([3, 3])
  expect(of('array|between:1,5')).toEqual([0, 5])
  expect(of('array|required')).toEqual([1, 100])
  expect(formOf(drivers).wrong({ drivers: '4' })).toContain('drivers')
})

it('a list that may be left out is left out until it has a row', () => {
  const { asked, wrong, data } = formOf({ pets: 'array|max:2', 'pets.*.name': 'string|required' })
  expect([asked(), wrong(), data()]).toEqual([['pets'], [], {}])
  expect(wrong({ pets: '1' })).toEqual(['pets.0.name'])
})

it('a list that other answers demand is asked with its rows, and forgotten without them', () => {
  const { asked, data } = formOf({
    has_pets: 'boolean|required',
    pets: 'array|required_if:has_pets,true',
    'pets.*.name': 'string|required',
  })
  expect(asked({ has_pets: 'true' })).toEqual(['has_pets', 'pets', 'pets.0.name'])
  const answered = { has_pets: 'true', pets: '1', 'pets.0.name': 'Bello' }
  expect(data(answered)).toEqual({ has_pets: true, pets: [{ name: 'Bello' }] })
  expect(data({ ...answered, has_pets: 'false' })).toEqual({ has_pets: false })
})

it('rows of one answer each must be answered, also where the rules say nothing of them', () => {
  for (const rules of [{ tags: 'array' }, { tags: 'array', 'tags.*': 'string|min:2' }]) {
    const { wrong, data } = formOf(rules)
    expect(wrong({ tags: '2', 'tags.0': 'ab' })).toEqual(['tags.1'])
    expect(data({ tags: '1', 'tags.0': 'ab' })).toEqual({ tags: ['ab'] })
  }
})

it('some of few answers are ticked, however the rules say so', () => {
  for (const rules of [
    { extras: 'array|required|in:lock,light' },
    { extras: 'array|required', 'extras.*': 'string|in:lock,light|distinct' },
  ]) {
    const { fields, wrong, data } = formOf(rules)
    expect(fields.map(({ control, choices }) => [control, choices.length])).toEqual([['many', 2]])
    expect(wrong()).toEqual(['extras'])
    expect(data({ extras: '["light"]' })).toEqual({ extras: ['light'] })
  }
  const { wrong } = formOf({ extras: 'array|required', 'extras.*': 'in:lock,light|distinct' })
  expect(wrong({ extras: '["light","bell"]' })).toEqual(['extras'])
})

it('rows may have lists of their own', () => {
  const { asked, wrong, data } = formOf({
    'homes.*.city': 'string|required',
    'homes.*.rooms': 'array|required|max:9',
    'homes.*.rooms.*.size': 'integer|required|min:4',
  })
  expect(asked()).toEqual(['homes'])
  const filled = {
    homes: '2',
    'homes.0.city': 'Thun',
    'homes.0.rooms.0.size': '12',
    'homes.1.rooms': '2',
    'homes.1.rooms.1.size': '3',
  }
  expect(wrong(filled).toSorted()).toEqual([
    'homes.1.city',
    'homes.1.rooms.0.size',
    'homes.1.rooms.1.size',
  ])
  expect(data(filled)).toEqual({
    homes: [{ city: 'Thun', rooms: [{ size: 12 }] }, { rooms: [{}, { size: 3 }] }],
  })
})

it('what no page can ask is left to whoever sells otherwise', () => {
  const form = formOf({
    name: 'string',
    meta: 'object',
    elements: 'object',
    'elements.*.price': 'integer',
    grid: 'array',
    'grid.*': 'array',
    'grid.*.*': 'integer',
  })
  expect(form.fields.map(({ id }) => id)).toEqual(['quote.data.name'])
})
