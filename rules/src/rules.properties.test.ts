import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from './words/index.ts'
import { compileRules } from './index.ts'
import { ruleTable } from './rule-table.ts'
import { checkerFor, companyItem, context, failing, options } from './test-product.ts'

/** One use of every rule, each of which must stand whatever it is given. */
const uses = `
  string integer numeric boolean array object iso_date iso_datetime
  phone_number:CH email iban bic imei url uuid postal_code:GB ch_postal_code
  required required_if:a,1 required_unless:a,1 required_if_and:a,1,b,2 required_if_all_false:a,b
  required_with:a required_without:a required_true required_false accepted
  required_true_if:a,1 required_false_if:a,1 nullable optional sometimes
  in:1,true,a not_in:1,true,a in_dataset:companies distinct
  min:1 max:1 size:1 between:1,2 gt:1 gte:a lt:a lte:b same:a different:b
  digits:1 digits_between:1,2 divisible_without_remainder:2
  regex:/^a/ not_regex:/b/i alpha_num alnum_dash alnum_dash_slash alnum_space
  all_caps not_all_caps each_word_capitalized sequential_char_limit:1
  contains_blacklist_string:a contains_exact_blacklist_string:a
  after:today after_or_equal:a before:2026-01-01 before_or_equal:b year:<=,a`
  .trim()
  .split(/\s+/)

/** Each twice: on a value of its own, and on every element of a list. */
const everyRule: Readonly<Record<string, string>> = Object.fromEntries(
  uses.flatMap((rule, at) => [
    [`data.f${at}`, rule],
    [`data.list.*.f${at}`, rule],
  ]),
)

const definition: Readonly<Record<string, string>> = {
  'data.a': '',
  'data.b': '',
  'data.list.*': '',
  ...everyRule,
}
const checker = checkerFor(definition)
const names = Object.keys(everyRule).map((place) => place.replace(/^data\.(list\.\*\.)?/, ''))

const json = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  fc.constantFrom<Json>(companyItem, '2026-04-15', '2026-04-15T00:00:00Z', 1, 'a', true, false),
  fc.constantFrom<Json>('+41446681800', '\ud800', '👍', Infinity, 1e300, -0, [[]], { length: 1 }),
) as fc.Arbitrary<Json> // fast-check's own JSON type says the same as ours.

const keyed = fc.dictionary(fc.constantFrom(...names, 'a', 'b', '__proto__', 'constructor'), json)
const document = fc.oneof(
  fc.record({ data: json }),
  fc.record({ data: keyed }),
  fc.record({ data: fc.record({ a: json, b: json, list: fc.array(fc.oneof(keyed, json)) }) }),
) as fc.Arbitrary<JsonObject> // Records of JSON values are JSON objects.

describe('whatever is sent', () => {
  it('covers the whole table', () => {
    const covered = new Set(Object.values(everyRule).map((rule) => rule.split(':')[0]))
    expect(covered).toEqual(new Set(ruleTable.keys()))
  })

  it('is checked without throwing, and each error names rules of its field', () => {
    fc.assert(
      fc.property(document, (sent) => {
        checker.lookups(sent)
        for (const error of checker.check(sent, context)) {
          const place = `data.${error.field.replace(/^list\.\d+/, 'list.*')}`
          const rule = definition[place]?.split(':')[0]
          expect(error.rules).toEqual([rule])
        }
      }),
      { numRuns: 500 },
    )
  })

  it('is checked without throwing where it is no object, or very deep', () => {
    const deep: Json = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as Json // It is written out here.
    for (const sent of [null, 5, 'x', [], true]) {
      const odd = sent as unknown as JsonObject // What a careless caller might pass.
      checker.lookups(odd)
      checker.check(odd, context)
    }
    const filled = Object.fromEntries(names.map((name) => [name, deep]))
    checker.check({ data: { ...filled, a: deep, b: deep, list: [filled, filled] } }, context)
  })
})

describe('whatever is written', () => {
  const piece = fc.oneof(
    fc.constantFrom(...ruleTable.keys(), '|', ':', ',', '/', '[', ']', '\\', '(', '*', '.', '5'),
    fc.constantFrom('a', 'data.a', 'today', '+1 day', 'companies', '(?=', '{9}', '__proto__', '<='),
    fc.string({ maxLength: 4 }),
  )
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

  it('is compiled or refused without throwing, and what is compiled checks without throwing', () => {
    fc.assert(
      fc.property(text, text, json, (validation, name, value) => {
        const fields = [
          { name: 'a', path: 'data', validation },
          { name, path: null, validation },
        ]
        const result = compileRules(fields, options)
        if (result.ok) result.checker.check({ data: { a: value } }, context)
        else expect(result.problems.length).toBeGreaterThan(0)
        const alone = compileRules(fields.slice(0, 1), options)
        if (alone.ok) alone.checker.check({ data: { a: value } }, context)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('rules that a few words can model', () => {
  const scalar = fc.oneof(
    fc.integer({ min: -9, max: 9 }),
    fc.boolean(),
    fc.constantFrom('a', 'b', '3'),
  )

  it('in and not_in compare texts', () => {
    const choices = fc.uniqueArray(fc.constantFrom<string>('1', '3', '-3', 'true', 'a'), {
      minLength: 1,
    })
    fc.assert(
      fc.property(scalar, choices, (value, list) => {
        const isIn = list.includes(String(value))
        expect(failing(`in:${list.join()}`, value)).toEqual(isIn ? [] : ['in'])
        expect(failing(`not_in:${list.join()}`, value)).toEqual(isIn ? ['not_in'] : [])
      }),
    )
  })

  it('min and max bound numbers by value, texts by length and arrays by count', () => {
    // Of every plane, without the halves of pairs. The library's own (`binary`) takes a second to make.
    const character = fc
      .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
      .map((code) => String.fromCodePoint(code))
    const sized = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -20, max: 20 }),
      fc.string({ unit: character, minLength: 1 }),
      fc.array(fc.integer()),
    )
    fc.assert(
      fc.property(sized, fc.integer({ min: -20, max: 20 }), (value, bound) => {
        const size = typeof value === 'number' ? value : Array.from<unknown>(value).length
        expect(failing(`min:${bound}`, value)).toEqual(size < bound ? ['min'] : [])
        expect(failing(`max:${bound}`, value)).toEqual(size > bound ? ['max'] : [])
      }),
    )
  })

  it('required asks for a value, and its absence silences every other rule', () => {
    const rule = fc.constantFrom(...Object.values(everyRule)).filter((text) => {
      return !/required|accepted/.test(text) && !/[,:][ab]$/.test(text)
    })
    fc.assert(
      fc.property(rule, fc.constantFrom<Json | undefined>(undefined, null, ''), (text, value) => {
        const sent: JsonObject = value === undefined ? {} : { value }
        expect(checkerFor({ value: text }).check(sent, context)).toEqual([])
        const strict = text === 'sometimes' ? 'required' : `${text}|required`
        expect(checkerFor({ value: strict }).check(sent, context)).toEqual([
          { code: 'required', field: 'value', rules: ['required'] },
        ])
      }),
    )
  })
})
