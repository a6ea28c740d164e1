import { describe, expect, it } from 'vitest'
import type { Json } from './words/index.ts'
import { ruleTable } from './rule-table.ts'
import { carItem, companyItem, errorsOf, unknownItem } from './test-product.ts'

interface Example {
  readonly rule: string
  readonly passes: readonly Json[]
  readonly fails: readonly Json[]
}

/** The rest of the document, for rules that look at another field. */
const others = { yes: true, no: false, also_no: false, plan: 'gold', five: 5, start: '2026-05-01' }
const otherRules = {
  'data.yes': 'boolean',
  'data.no': 'boolean',
  'data.also_no': 'boolean',
  'data.plan': 'string',
  'data.five': 'integer',
  'data.start': 'iso_date',
  'data.absent': 'string',
}

const notMissing: readonly Json[] = ['a', 0, false, ['a'], { a: 1 }]
const missing: readonly Json[] = [null, '', '  ', [], {}]

const examples: readonly Example[] = [
  { rule: 'string', passes: ['a', ' '], fails: [1, true, ['a'], { a: 1 }] },
  { rule: 'integer', passes: [0, -3, 5.0, 1e15], fails: ['3', 3.5, true, [3], {}, Infinity] },
  { rule: 'numeric', passes: [0, -3, 3.5], fails: ['3.5', true, [3], Infinity] },
  { rule: 'boolean', passes: [true, false], fails: ['true', 1, 0, 'yes'] },
  { rule: 'array', passes: [[], [1]], fails: ['a', {}, 1] },
  { rule: 'object', passes: [{}, { a: 1 }, companyItem], fails: ['a', [], 1, unknownItem] },

  {
    rule: 'iso_date',
    passes: ['2026-02-28', '2024-02-29', '2000-02-29'],
    fails: [
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-1-1',
      '26-01-01',
      20260101,
    ].concat(['2026-01-01T00:00:00Z', '01.01.2026', ' 2026-01-01', '2026/01/01', '2026-04-31']),
  },
  {
    rule: 'iso_datetime',
    passes: ['2026-01-01T10:00:00+02:00', '2026-01-01T10:00:00Z', '2026-01-01T10:00:00.123+0100'],
    fails: [
      '2026-01-01',
      '2026-01-01T10:00:00',
      '2026-02-30T10:00:00Z',
      '2026-01-01T25:00:00Z',
      5,
    ].concat(['2026-01-01 10:00:00Z', '2026-01-01T10:00:00+25:00', '2026-01-01T10:61:00Z']),
  },
  {
    rule: 'phone_number',
    passes: ['+41 44 668 18 00', '+41446681800', '+49 30 901820'],
    fails: ['044 668 18 00', '+41 11', 'call me', '+41446681800x', 41446681800, '+41663535670'],
  },
  {
    rule: 'phone_number:CH,DE',
    passes: ['044 668 18 00', '030 901820', '+43 1 53115'],
    fails: ['12', '0000000000'],
  },
  {
    rule: 'email',
    passes: ['a@b.ch', 'first.last+tag@sub.example.com', "o'neil@example.org", 'jörg@bücher.de'],
    fails: ['a', 'a@b', '@b.ch', 'a@b..ch', 'a b@c.ch', '.a@b.ch', 'a.@b.ch', 'a@-b.ch', 5].concat([
      'a@b.1',
      'a@b.ch\n',
      `${'a'.repeat(65)}@b.ch`,
      `a@${'b'.repeat(64)}.ch`,
    ]),
  },
  {
    rule: 'iban',
    passes: ['CH9300762011623852957', 'CH93 0076 2011 6238 5295 7', 'DE89370400440532013000'],
    fails: ['CH9300762011623852958', 'CH93007620116238529', 'XX00', 'constructor', 93],
  },
  { rule: 'bic', passes: ['UBSWCHZH80A', 'DEUTDEFF'], fails: ['UBSW', 'UBSWCHZH80AX', 8] },
  {
    rule: 'imei',
    passes: ['490154203237518'],
    fails: ['490154203237519', '49015420323751', '49-015420-323751-8', 490154203237518],
  },
  {
    rule: 'url',
    passes: ['https://example.org', 'http://example.org:8080/a?b=c#d', 'https://bücher.de/ä'],
    fails: [
      'example.org',
      'javascript:alert(1)',
      'http://',
      'https://a b.ch',
      'https:///x',
      1,
    ].concat(['ftp://example.org', 'http://[', `https://a.ch/${'x'.repeat(3000)}`]),
  },
  {
    rule: 'uuid',
    passes: ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '3F2504E0-4F89-11D3-9A0C-0305E82C3301'],
    fails: ['3f2504e0', '3f2504e0-4f89-11d3-9a0c-0305e82c330g', '{3f2504e0-4f89-11d3-9a0c-0305e}'],
  },
  { rule: 'postal_code:DE', passes: ['10115'], fails: ['1011', 'D-10115', 10115] },
  { rule: 'postal_code:DE', passes: ['01067'], fails: ['00000', '00999'] },
  { rule: 'postal_code:AT', passes: ['1010'], fails: ['0000', '0999'] },
  { rule: 'postal_code:LI', passes: ['9485', '9498'], fails: ['9484', '9499', '0000'] },
  { rule: 'postal_code:NL', passes: ['1011 AB'], fails: ['0000 AA', '0999AB'] },
  { rule: 'postal_code:IT', passes: ['00118', '20121'], fails: ['00000', '00009'] },
  { rule: 'postal_code:FR', passes: ['01000', '75 001'], fails: ['00000', '00 099'] },
  { rule: 'postal_code:NO', passes: ['0001', '9990'], fails: ['0000'] },
  { rule: 'postal_code:PL', passes: ['00-001'], fails: ['00-000'] },
  { rule: 'postal_code:SE', passes: ['SE-111 22'], fails: ['SE-000 00', '01122'] },
  { rule: 'postal_code:LT', passes: ['LT-01100'], fails: ['LT-00000'] },
  { rule: 'postal_code:US', passes: ['00501', '99950-0001'], fails: ['00000', '00500', '00499'] },
  { rule: 'postal_code:AU', passes: ['0200', '2000'], fails: ['0000', '0199'] },
  { rule: 'postal_code:BB', passes: ['BB11000'], fails: ['BB00000'] },
  {
    rule: 'ch_postal_code',
    passes: ['8001', '1000', '9999'],
    fails: ['0000', '0999', '80011', 'CH-8001', '800'],
  },

  { rule: 'required', passes: notMissing, fails: missing },
  { rule: 'required_if:plan,silver,gold', passes: notMissing, fails: missing },
  { rule: 'required_if:plan,silver', passes: [...notMissing, ...missing], fails: [] },
  { rule: 'required_if:yes,true', passes: ['a'], fails: missing },
  { rule: 'required_if:five,5', passes: ['a'], fails: missing },
  { rule: 'required_if:absent,x', passes: missing, fails: [] },
  { rule: 'required_unless:plan,silver', passes: ['a'], fails: missing },
  { rule: 'required_unless:plan,gold', passes: missing, fails: [] },
  { rule: 'required_unless:absent,x', passes: ['a'], fails: missing },
  { rule: 'required_unless:absent,null', passes: missing, fails: [] },
  { rule: 'required_if_and:plan,gold,yes,true', passes: ['a'], fails: missing },
  { rule: 'required_if_and:plan,gold,yes,false', passes: missing, fails: [] },
  { rule: 'required_if_all_false:no,also_no', passes: ['a'], fails: missing },
  { rule: 'required_if_all_false:no,yes', passes: missing, fails: [] },
  { rule: 'required_if_all_false:no,absent', passes: missing, fails: [] },
  { rule: 'required_with:absent,plan', passes: ['a'], fails: missing },
  { rule: 'required_with:absent', passes: missing, fails: [] },
  { rule: 'required_without:plan,absent', passes: ['a'], fails: missing },
  { rule: 'required_without:plan,five', passes: missing, fails: [] },
  { rule: 'required_true', passes: [true], fails: [false, 'true', 1, ...missing] },
  { rule: 'required_false', passes: [false], fails: [true, 'false', 0, ...missing] },
  {
    rule: 'accepted',
    passes: [true, 'yes', 'on', '1', 1, 'true'],
    fails: [false, 'no', 0, 'off', ...missing],
  },
  { rule: 'required_true_if:plan,gold', passes: [true], fails: [false, 'true', ...missing] },
  { rule: 'required_true_if:plan,silver', passes: [true, false, ...missing], fails: [] },
  { rule: 'required_false_if:yes,true', passes: [false], fails: [true, ...missing] },
  { rule: 'required_false_if:yes,false', passes: [true, false, ...missing], fails: [] },
  { rule: 'nullable', passes: [...notMissing, ...missing], fails: [] },
  { rule: 'optional', passes: [...notMissing, ...missing], fails: [] },
  { rule: 'sometimes', passes: [...notMissing, ...missing], fails: [] },

  {
    rule: 'in:weekly,3,true, spaced ,a b',
    passes: ['weekly', 3, '3', true, 'true', 'spaced', 'a b', ['weekly', 3], []],
    fails: ['Weekly', 4, false, { a: 1 }, ['weekly', 'daily'], [['weekly']], [null]],
  },
  {
    rule: 'not_in:weekly,3,true',
    passes: ['daily', 4, false, { a: 1 }, ['daily'], []],
    fails: ['weekly', 3, '3', true, ['daily', 'weekly']],
  },
  {
    rule: 'in_dataset:companies',
    passes: [companyItem, 'Acme', [companyItem, 'Acme']],
    fails: [carItem, unknownItem, 'Other', 5, { name: 'Acme' }, [carItem], ['Acme', null]],
  },
  { rule: 'in_dataset:dat_companies,name', passes: [companyItem, 'Acme'], fails: ['retail'] },
  { rule: 'in_dataset:dat_companies,industry', passes: [companyItem], fails: ['Acme'] },

  {
    rule: 'min:3',
    passes: [3, 4.5, 'abc', '👍👍👍', [1, 2, 3]],
    fails: [2.9, 'ab', '👍👍', [1], true],
  },
  { rule: 'max:3', passes: [3, -9, 'abc', '👍👍👍', []], fails: [3.1, 'abcd', [1, 2, 3, 4], {}] },
  { rule: 'min:-5', passes: [-5, 0, 'a'], fails: [-6] },
  { rule: 'max:100000000000', passes: [100_000_000_000], fails: [100_000_000_001] },
  { rule: 'size:2', passes: [2, 'ab', [1, 2]], fails: [3, 'a', [1]] },
  { rule: 'between:-1,1.5', passes: [-1, 0, 1.5, 'a', []], fails: [-2, 1.6, 'ab'] },
  { rule: 'gt:5', passes: [6, 'abcdef'], fails: [5, 'abcde', [1], true] },
  { rule: 'gte:5', passes: [5, 'abcde'], fails: [4] },
  { rule: 'lt:-5', passes: [-6], fails: [-5] },
  { rule: 'lte:5', passes: [5, 'abcde', []], fails: [6] },
  { rule: 'gt:five', passes: [6], fails: [5, 'abcdef'] },
  { rule: 'gte:data.five', passes: [5], fails: [4] },
  { rule: 'lt:five', passes: [4], fails: [5] },
  { rule: 'lte:five', passes: [5], fails: [6] },
  { rule: 'lte:absent', passes: [], fails: [1, 'a'] },
  { rule: 'digits:4', passes: ['0123'], fails: ['012', '01234', '01a3', 1234, '-123', '٠١٢٣'] },
  { rule: 'digits_between:2,3', passes: ['12', '123'], fails: ['1', '1234', '1a', 12] },
  {
    rule: 'divisible_without_remainder:100',
    passes: [12300, 0, -200],
    fails: [123, 12300.5, '12300', [100]],
  },
  { rule: 'divisible_without_remainder:0.1', passes: [0.3, 1], fails: [0.35] },

  {
    rule: String.raw`regex:/^(a|b),\d:[/]+\/$/i`,
    passes: ['a,1://', 'B,2:///'],
    fails: ['c,1://', 'a,1:', true, ['a,1://']],
  },
  { rule: String.raw`regex:/^\d{4}$/`, passes: ['1234', 1234], fails: ['123', 123, '1234\n'] },
  { rule: String.raw`regex:/^[\u00e4\u{1F44D}]+$/u`, passes: ['ä👍'], fails: ['a', 'u'] },
  { rule: String.raw`regex:/(?<=CH)\d+/`, passes: ['CH12'], fails: ['DE12'] },
  { rule: 'regex:/^a.b$/s', passes: ['a\nb', 'axb'], fails: ['ab'] },
  { rule: 'regex:/^b$/m', passes: ['a\nb'], fails: ['ab'] },
  { rule: 'regex:/^(a+)+$/', passes: ['aaa'], fails: [`${'a'.repeat(5000)}!`] },
  { rule: 'not_regex:/a|b/', passes: ['xyz'], fails: ['xay', 'b', {}] },
  { rule: 'alpha_num', passes: ['Zürich8', 'Ωmega', 12], fails: ['a b', 'a-b', 'a_b', true] },
  { rule: 'alnum_dash', passes: ['a-1'], fails: ['a/1', 'a 1', 'a_1'] },
  { rule: 'alnum_dash_slash', passes: ['a-1/b'], fails: ['a 1', 'a|1'] },
  { rule: 'alnum_space', passes: ['Rue 12', 'é è'], fails: ['a-1', 'a\tb'] },
  { rule: 'all_caps', passes: ['ABC 1', 'ÄÖ', '12'], fails: ['ABc', 'ß', true] },
  { rule: 'not_all_caps', passes: ['Abc', 'abc', '12'], fails: ['ABC', 'ÄÖ 1'] },
  {
    rule: 'each_word_capitalized',
    passes: ['Anna Maria', 'ANNA', 'Bahnhofstrasse 12', 'Édith'],
    fails: ['anna', 'Anna maria', 'Anna  élise'],
  },
  {
    rule: 'contains_blacklist_string:test,foo bar',
    passes: ['good', 'foobar'],
    fails: ['test', 'a TESTER', 'xfoo bary'],
  },
  {
    rule: 'contains_exact_blacklist_string:test,foo bar',
    passes: ['tester', 'contest', 'étest', 'test𝒳', '1test'],
    fails: ['test', 'a Test.', 'tester test', '(foo bar)', '👍test👍'],
  },
  { rule: 'sequential_char_limit:2', passes: ['aabb', 'aabaa', 1122], fails: ['aaab', '👍👍👍'] },

  { rule: 'after:today', passes: ['2026-04-16'], fails: ['2026-04-15', '2026-04-14', 'soon', 5] },
  { rule: 'after_or_equal:today', passes: ['2026-04-15'], fails: ['2026-04-14'] },
  { rule: 'before:today', passes: ['2026-04-14'], fails: ['2026-04-15'] },
  { rule: 'before_or_equal:today', passes: ['2026-04-15'], fails: ['2026-04-16'] },
  { rule: 'after:data.start', passes: ['2026-05-02'], fails: ['2026-05-01'] },
  { rule: 'before:start', passes: ['2026-04-30'], fails: ['2026-05-01'] },
  {
    rule: 'year:<=,this year',
    passes: [2026, '2025', '2026-12-31'],
    fails: [2027, '2027-01-01', []],
  },
  { rule: 'year:>,2020', passes: [2021], fails: [2020, 'new'] },
  { rule: 'year:=,last year', passes: [2025], fails: [2026] },
  { rule: 'year:!=,18 years ago', passes: [2009], fails: [2008, 'x'] },
  { rule: 'year:>=,start', passes: ['2026-01-01'], fails: ['2025-12-31'] },
  { rule: 'same:plan', passes: ['gold'], fails: ['Gold', 5] },
  { rule: 'same:five', passes: [5], fails: ['5', 6] },
  { rule: 'same:absent', passes: [], fails: ['a'] },
  { rule: 'different:plan', passes: ['silver', 5], fails: ['gold'] },
  { rule: 'different:absent', passes: ['a'], fails: [] },
  {
    rule: 'distinct',
    passes: [[], [1, '1', 2], [{ a: 1 }, { a: 2 }], [null, false]],
    fails: [
      [1, 1],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [[1], [1]],
      'aa',
    ],
  },
]

describe('every rule, by example', () => {
  it.each(examples)('$rule passes what it should and fails what it should', (example) => {
    const name = example.rule.split(':')[0] ?? ''
    const failedBy = (value: Json) =>
      errorsOf({ ...otherRules, 'data.value': example.rule }, { data: { ...others, value } })
        .filter((error) => error.field === 'value')
        .flatMap((error) => error.rules ?? [])
    for (const value of example.passes)
      expect({ value, by: failedBy(value) }).toEqual({ value, by: [] })
    for (const value of example.fails)
      expect({ value, by: failedBy(value) }).toEqual({ value, by: [name] })
  })

  it('has an example of each rule in the table, failing ones included', () => {
    const named = (rule: string) => rule.split(':')[0] ?? ''
    expect(new Set(examples.map(({ rule }) => named(rule)))).toEqual(new Set(ruleTable.keys()))
    const failing = examples.filter(({ fails }) => fails.length > 0).map(({ rule }) => named(rule))
    const silent = [...ruleTable.keys()].filter((name) => !failing.includes(name))
    expect(silent).toEqual(['nullable', 'optional', 'sometimes'])
  })

  it('knows the whole vocabulary that insurers bring along', () => {
    const vocabulary =
      'string integer numeric boolean array object iso_date iso_datetime phone_number email iban ' +
      'bic imei url uuid postal_code ch_postal_code required required_if required_unless ' +
      'required_if_and required_if_all_false required_with required_without required_true ' +
      'required_false accepted required_true_if required_false_if in not_in in_dataset min max ' +
      'size between gt gte lt lte digits digits_between divisible_without_remainder regex ' +
      'not_regex alpha_num alnum_dash alnum_dash_slash alnum_space after after_or_equal before ' +
      'before_or_equal year same different distinct contains_blacklist_string ' +
      'contains_exact_blacklist_string all_caps not_all_caps each_word_capitalized ' +
      'sequential_char_limit nullable optional sometimes'
    expect([...ruleTable.keys()].sort()).toEqual(vocabulary.split(' ').sort())
  })
})
