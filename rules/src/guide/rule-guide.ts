import type { Json, JsonObject } from '../words/index.ts'
import type { RuleName, ruleFamilies } from '../rule-table.ts'

/** A rule as written in a product, with values that it takes and values that it refuses. */
export interface RuleExample {
  readonly rules: string
  /** The other answers, where the rule looks at one. */
  readonly beside?: JsonObject
  readonly passes: readonly Json[]
  readonly fails: readonly Json[]
}

export interface RuleGuide {
  /** What the rule is for, in a sentence or two. */
  readonly about: string
  readonly examples: readonly RuleExample[]
}

export const familyTitles: Readonly<Record<keyof typeof ruleFamilies, string>> = {
  type: 'Types',
  presence: 'Required and optional fields',
  choice: 'Choices',
  dataset: 'Datasets',
  bound: 'Size and length',
  comparison: 'Comparisons',
  date: 'Dates',
  format: 'Telephone numbers, addresses and codes',
  text: 'Form of a text',
}

const example = (
  rules: string,
  passes: readonly Json[],
  fails: readonly Json[],
  beside?: JsonObject,
): RuleExample => ({ rules, passes, fails, ...(beside && { beside }) })

/** Every rule has its entry, or this does not compile; every example is run by the tests. */
export const ruleGuide: Readonly<Record<RuleName, RuleGuide>> = {
  string: {
    about: 'A text. A number is not a text.',
    examples: [example('string', ['Ada'], [5, true])],
  },
  integer: {
    about: 'A whole number, not a text of digits.',
    examples: [example('integer', [0, -3], ['3', 3.5])],
  },
  numeric: {
    about: 'A number, whole or decimal.',
    examples: [example('numeric', [3, 3.5], ['3.5'])],
  },
  boolean: {
    about: 'true or false. Texts and numbers such as "true" and 1 are not accepted.',
    examples: [example('boolean', [true, false], ['true', 1])],
  },
  array: { about: 'A list.', examples: [example('array', [[1, 2]], ['a', { a: 1 }])] },
  object: {
    about: 'An object, or the `dai_` id of a dataset item in place of the object.',
    examples: [example('object', [{ a: 1 }], ['a', [1]])],
  },
  iso_date: {
    about: 'A real day of the calendar, written `YYYY-MM-DD`.',
    examples: [example('iso_date', ['2028-02-29'], ['2027-02-29', '31.01.2027'])],
  },
  iso_datetime: {
    about: 'A date with time and offset (ISO 8601).',
    examples: [
      example(
        'iso_datetime',
        ['2027-01-31T09:00:00+01:00', '2027-01-31T08:00:00Z'],
        ['2027-01-31', '2027-01-31T09:00:00'],
      ),
    ],
  },

  required: {
    about:
      'The field must have a value. A missing field, null, an empty text, a text of blanks, an empty list and an empty object count as no value. If a field without a value is not required, its other rules are skipped.',
    examples: [example('required', ['a', 0, false], [null, '', '  ', [], {}])],
  },
  required_if: {
    about: 'Required if the other field has one of the values. `null` means no value.',
    examples: [
      example('required_if:plan,gold,silver', ['a'], [null], { plan: 'gold' }),
      example('required_if:plan,gold', ['a', null], [], { plan: 'bronze' }),
      example('required_if:smoker,true', ['a'], [null], { smoker: true }),
    ],
  },
  required_unless: {
    about: 'Required if the other field has none of the values.',
    examples: [
      example('required_unless:plan,gold', ['a'], [null], { plan: 'bronze' }),
      example('required_unless:plan,gold', ['a', null], [], { plan: 'gold' }),
    ],
  },
  required_if_and: {
    about: 'Required if every field has the value that follows it.',
    examples: [
      example('required_if_and:smoker,true,plan,gold', ['a'], [null], {
        smoker: true,
        plan: 'gold',
      }),
      example('required_if_and:smoker,true,plan,gold', [null], [], { smoker: true, plan: 'x' }),
    ],
  },
  required_if_all_false: {
    about: 'Required if all of the fields are false.',
    examples: [
      example('required_if_all_false:theft,fire', ['a'], [null], { theft: false, fire: false }),
      example('required_if_all_false:theft,fire', [null], [], { theft: false, fire: true }),
    ],
  },
  required_with: {
    about: 'Required if any of the fields has a value.',
    examples: [
      example('required_with:phone', ['a'], [null], { phone: '+41446681800' }),
      example('required_with:phone', [null], [], { phone: null }),
    ],
  },
  required_without: {
    about: 'Required if any of the fields has no value.',
    examples: [
      example('required_without:phone', ['a'], [null], { phone: null }),
      example('required_without:phone', [null], [], { phone: '+41446681800' }),
    ],
  },
  required_true: {
    about: 'Required, and must be true.',
    examples: [example('required_true', [true], [false, null])],
  },
  required_false: {
    about: 'Required, and must be false.',
    examples: [example('required_false', [false], [true, null])],
  },
  accepted: {
    about: 'For a consent. Must be true, 1, "1", "true", "yes" or "on".',
    examples: [example('accepted', [true, 'yes', 1], [false, 'no', null])],
  },
  required_true_if: {
    about: 'Must be true if the other field has the value.',
    examples: [
      example('required_true_if:plan,gold', [true], [false, null], { plan: 'gold' }),
      example('required_true_if:plan,gold', [true, false, null], [], { plan: 'x' }),
    ],
  },
  required_false_if: {
    about: 'Must be false if the other field has the value.',
    examples: [
      example('required_false_if:plan,gold', [false], [true, null], { plan: 'gold' }),
      example('required_false_if:plan,gold', [true, false, null], [], { plan: 'x' }),
    ],
  },
  nullable: {
    about:
      'The field may be null. The rule has no effect: every field that is not required may be null.',
    examples: [example('nullable|string', ['a', null], [5])],
  },
  optional: {
    about:
      'The field may be missing. The rule has no effect: every field that is not required may be missing.',
    examples: [example('optional|string', ['a', null], [5])],
  },
  sometimes: {
    about: 'The field may be missing even if it is required. If it is sent, it must not be empty.',
    examples: [example('sometimes|required', ['a'], [null, ''])],
  },

  in: {
    about:
      'One of the values. In a list, each entry must be one of them. In a rule, `3` matches the number 3 and the text "3", and `true` matches true.',
    examples: [
      example('in:weekly,monthly', ['weekly'], ['daily']),
      example('in:1,2', [1, '2', [1, 2]], [3, [1, 3]]),
    ],
  },
  not_in: {
    about: 'None of the values.',
    examples: [example('not_in:none,other', ['theft'], ['none'])],
  },
  distinct: {
    about:
      'No entry of the list occurs twice. For a name with `*`, such as `agents.*.id`, no two entries have the same value.',
    examples: [example('distinct', [[1, 2]], [[1, 1]])],
  },
  in_dataset: {
    about:
      'An item of the dataset: its `dai_` id, or a value of an item in the named field. Without a named field, any public field counts. In a product folder, name the dataset by its key.',
    examples: [example('in_dataset:companies,name', ['Acme'], ['Nobody', 5])],
  },

  min: {
    about:
      'At least this much: numbers by value, texts by number of characters, lists by number of entries.',
    examples: [
      example('integer|min:5', [5, 9], [4]),
      example('string|min:3', ['Ada'], ['Al']),
      example('array|min:2', [[1, 2]], [[1]]),
    ],
  },
  max: {
    about:
      'At most this much: numbers by value, texts by number of characters, lists by number of entries.',
    examples: [
      example('integer|max:20', [20, -5], [21]),
      example('string|max:3', ['Ada'], ['Grace']),
      example('array|max:1', [[1]], [[1, 2]]),
    ],
  },
  size: {
    about:
      'Exactly this much: numbers by value, texts by number of characters, lists by number of entries.',
    examples: [example('string|size:2', ['CH'], ['CHE'])],
  },
  between: {
    about: 'Between both bounds, including the bounds. It measures like `min` and `max`.',
    examples: [example('integer|between:18,99', [18, 99], [17, 100])],
  },
  digits: {
    about: 'A text of exactly that many digits.',
    examples: [example('digits:4', ['0815'], ['815', '08a5', 1234])],
  },
  digits_between: {
    about:
      'A text of digits. The first number is the minimum number of digits, the second the maximum.',
    examples: [example('digits_between:2,4', ['12', '1234'], ['1', '12345'])],
  },
  divisible_without_remainder: {
    about: 'A multiple of the number.',
    examples: [example('divisible_without_remainder:100', [12_300, 0], [123])],
  },

  gt: {
    about: 'More than the number or the other field.',
    examples: [example('gt:5', [6], [5]), example('gt:least', [6], [5], { least: 5 })],
  },
  gte: {
    about: 'At least the number or the other field.',
    examples: [example('gte:5', [5], [4]), example('gte:least', [5], [4], { least: 5 })],
  },
  lt: {
    about: 'Less than the number or the other field.',
    examples: [example('lt:5', [4], [5]), example('lt:most', [4], [5], { most: 5 })],
  },
  lte: {
    about: 'At most the number or the other field.',
    examples: [example('lte:5', [5], [6]), example('lte:most', [5], [6], { most: 5 })],
  },
  same: {
    about: 'Equal to the other field.',
    examples: [example('same:email', ['a@b.ch'], ['b@b.ch'], { email: 'a@b.ch' })],
  },
  different: {
    about: 'Different from the other field.',
    examples: [example('different:first', ['Grace'], ['Ada'], { first: 'Ada' })],
  },

  after: {
    about:
      'Later than a date, a phrase or another field. `today`, `tomorrow`, `yesterday` and dates mean midnight at the beginning of that day, in the time zone of the product. Phrases such as `+18 months`, `18 years ago` or `next month` count from the current time.',
    examples: [
      example('after:today', ['2026-04-16'], ['2026-04-15', '2026-04-14']),
      example('after:+1 month', ['2026-05-16'], ['2026-05-15']),
      example('after:start', ['2027-01-02'], ['2027-01-01'], { start: '2027-01-01' }),
    ],
  },
  after_or_equal: {
    about:
      'Not earlier. To accept tomorrow, write `tomorrow`, not `+1 day`: `+1 day` is 24 hours from now, and tomorrow begins before that.',
    examples: [
      example('after_or_equal:tomorrow', ['2026-04-16'], ['2026-04-15']),
      example('after_or_equal:+1 day', ['2026-04-17'], ['2026-04-16']),
    ],
  },
  before: {
    about:
      'Earlier. `before:18 years ago` accepts a customer on the 18th birthday, because that day began before the current time.',
    examples: [
      example('before:today', ['2026-04-14'], ['2026-04-15']),
      example('before:18 years ago', ['2008-04-15', '2000-01-01'], ['2008-04-16']),
    ],
  },
  before_or_equal: {
    about: 'Not later.',
    examples: [
      example('before_or_equal:today', ['2026-04-15'], ['2026-04-16']),
      example('before_or_equal:2027-12-31', ['2027-12-31'], ['2028-01-01']),
    ],
  },
  year: {
    about:
      'A date or a year. The year is compared by `<`, `<=`, `>`, `>=`, `=` or `!=` with a year, `this year`, a phrase or a field.',
    examples: [
      example('year:<=,this year', [2026, '2025-12-31'], [2027]),
      example('year:>,1950', ['1951'], [1950]),
    ],
  },

  phone_number: {
    about:
      'A valid telephone number in international format. If the rule names countries, their national formats are valid too.',
    examples: [
      example('phone_number', ['+41 44 668 18 00'], ['044 668 18 00', '+41 44 668']),
      example('phone_number:CH', ['044 668 18 00'], ['030 901820']),
    ],
  },
  email: {
    about: 'An e-mail address.',
    examples: [example('email', ['ada@example.com'], ['ada', 'ada@example'])],
  },
  url: {
    about: 'A web address that begins with http:// or https://.',
    examples: [example('url', ['https://example.com/a'], ['example.com', 'ftp://example.com'])],
  },
  uuid: {
    about: 'A UUID.',
    examples: [example('uuid', ['0b0c6f0e-7a0a-4b8e-9d0e-1f2a3b4c5d6e'], ['0b0c6f0e'])],
  },
  iban: {
    about: 'An IBAN with the length of its country and correct check digits. Spaces are allowed.',
    examples: [example('iban', ['CH93 0076 2011 6238 5295 7'], ['CH93 0076 2011 6238 5295 8'])],
  },
  bic: {
    about: 'A BIC of 8 or 11 characters.',
    examples: [example('bic', ['UBSWCHZH80A'], ['UBSW'])],
  },
  imei: {
    about: 'An IMEI: the 15-digit number of a mobile phone, with a correct check digit.',
    examples: [example('imei', ['490154203237518'], ['490154203237519'])],
  },
  postal_code: {
    about: 'A possible postal code of the country.',
    examples: [example('postal_code:DE', ['01067'], ['1067', '00000'])],
  },
  ch_postal_code: {
    about: 'A Swiss postal code. The same as `postal_code:CH`.',
    examples: [example('ch_postal_code', ['8001'], ['0999', '80011'])],
  },

  regex: {
    about:
      'Matches the regular expression, which may contain `|`, `,` and `:`. Flags are i, m, s and u. To match the whole text, begin with `^` and end with `$`. Lookahead, lookbehind and backreferences are not supported.',
    examples: [example('regex:/^[A-Z]{2}-[0-9]{1,6}$/i', ['ZH-123', 'zh-1'], ['ZH 123'])],
  },
  not_regex: {
    about: 'Does not match the pattern.',
    examples: [example('not_regex:/test/i', ['Ada'], ['Testing'])],
  },
  alpha_num: {
    about: 'Only letters and digits, of any alphabet.',
    examples: [example('alpha_num', ['Zoë1'], ['Zoë 1'])],
  },
  alnum_dash: {
    about: 'Only letters, digits and dashes.',
    examples: [example('alnum_dash', ['AB-1'], ['AB/1'])],
  },
  alnum_dash_slash: {
    about: 'Only letters, digits, dashes and slashes.',
    examples: [example('alnum_dash_slash', ['AB-1/2'], ['AB 1'])],
  },
  alnum_space: {
    about: 'Only letters, digits and spaces.',
    examples: [example('alnum_space', ['AB 1'], ['AB-1'])],
  },
  all_caps: {
    about: 'No lower-case letters.',
    examples: [example('all_caps', ['ADA 1'], ['Ada'])],
  },
  not_all_caps: {
    about: 'Not all letters are capitals.',
    examples: [example('not_all_caps', ['Ada', '123'], ['ADA'])],
  },
  each_word_capitalized: {
    about: 'No word begins with a lower-case letter.',
    examples: [example('each_word_capitalized', ['Ada Lovelace'], ['Ada lovelace'])],
  },
  contains_blacklist_string: {
    about:
      'Does not contain any of the words, not even inside another word. Upper and lower case are the same.',
    examples: [example('contains_blacklist_string:test,demo', ['Ada'], ['Contest', 'DEMO'])],
  },
  contains_exact_blacklist_string: {
    about: 'Does not contain any of the words as a whole word.',
    examples: [example('contains_exact_blacklist_string:test', ['Contest'], ['a Test'])],
  },
  sequential_char_limit: {
    about: 'At most this many equal characters in a row.',
    examples: [example('sequential_char_limit:2', ['Anna'], ['Annna'])],
  },
}
