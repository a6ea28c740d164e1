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
  type: 'What a value is',
  presence: 'Whether it must be there',
  choice: 'Out of a list',
  dataset: 'Out of a dataset',
  bound: 'How large or long',
  comparison: 'Beside another field',
  date: 'When',
  format: 'Numbers and addresses that others hand out',
  text: 'How it is written',
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
    about: 'A text. Numbers are not taken for texts.',
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
    about: 'true or false, and nothing that only means it.',
    examples: [example('boolean', [true, false], ['true', 1])],
  },
  array: { about: 'A list.', examples: [example('array', [[1, 2]], ['a', { a: 1 }])] },
  object: {
    about: 'An object, or the `dai_` id of a dataset item, which stands for one.',
    examples: [example('object', [{ a: 1 }], ['a', [1]])],
  },
  iso_date: {
    about: 'A real day of the calendar, written `YYYY-MM-DD`.',
    examples: [example('iso_date', ['2028-02-29'], ['2027-02-29', '31.01.2027'])],
  },
  iso_datetime: {
    about: 'A moment: date, time and offset, by ISO 8601.',
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
      'There must be a value. Absent, null, an empty text, blanks, an empty list and an empty object are none. A field that is not required skips its other rules while it is empty.',
    examples: [example('required', ['a', 0, false], [null, '', '  ', [], {}])],
  },
  required_if: {
    about: 'Required when the other field has any of the values. `null` stands for no value.',
    examples: [
      example('required_if:plan,gold,silver', ['a'], [null], { plan: 'gold' }),
      example('required_if:plan,gold', ['a', null], [], { plan: 'bronze' }),
      example('required_if:smoker,true', ['a'], [null], { smoker: true }),
    ],
  },
  required_unless: {
    about: 'Required when the other field has none of the values.',
    examples: [
      example('required_unless:plan,gold', ['a'], [null], { plan: 'bronze' }),
      example('required_unless:plan,gold', ['a', null], [], { plan: 'gold' }),
    ],
  },
  required_if_and: {
    about: 'Required when every field has the value that follows it.',
    examples: [
      example('required_if_and:smoker,true,plan,gold', ['a'], [null], {
        smoker: true,
        plan: 'gold',
      }),
      example('required_if_and:smoker,true,plan,gold', [null], [], { smoker: true, plan: 'x' }),
    ],
  },
  required_if_all_false: {
    about: 'Required when all of the fields are false.',
    examples: [
      example('required_if_all_false:theft,fire', ['a'], [null], { theft: false, fire: false }),
      example('required_if_all_false:theft,fire', [null], [], { theft: false, fire: true }),
    ],
  },
  required_with: {
    about: 'Required when any of the fields has a value.',
    examples: [
      example('required_with:phone', ['a'], [null], { phone: '+41446681800' }),
      example('required_with:phone', [null], [], { phone: null }),
    ],
  },
  required_without: {
    about: 'Required when any of the fields has no value.',
    examples: [
      example('required_without:phone', ['a'], [null], { phone: null }),
      example('required_without:phone', [null], [], { phone: '+41446681800' }),
    ],
  },
  required_true: {
    about: 'Must be there, and true.',
    examples: [example('required_true', [true], [false, null])],
  },
  required_false: {
    about: 'Must be there, and false.',
    examples: [example('required_false', [false], [true, null])],
  },
  accepted: {
    about: 'An agreed opt-in: true, 1, "1", "true", "yes" or "on".',
    examples: [example('accepted', [true, 'yes', 1], [false, 'no', null])],
  },
  required_true_if: {
    about: 'Must be true when the other field has the value.',
    examples: [
      example('required_true_if:plan,gold', [true], [false, null], { plan: 'gold' }),
      example('required_true_if:plan,gold', [true, false, null], [], { plan: 'x' }),
    ],
  },
  required_false_if: {
    about: 'Must be false when the other field has the value.',
    examples: [
      example('required_false_if:plan,gold', [false], [true, null], { plan: 'gold' }),
      example('required_false_if:plan,gold', [true, false, null], [], { plan: 'x' }),
    ],
  },
  nullable: {
    about: 'May be null. So may every field that is not required; the word only says so.',
    examples: [example('nullable|string', ['a', null], [5])],
  },
  optional: {
    about: 'May be left out. So may every field that is not required; the word only says so.',
    examples: [example('optional|string', ['a', null], [5])],
  },
  sometimes: {
    about: 'The field may be absent even where it is required, but not empty.',
    examples: [example('sometimes|required', ['a'], [null, ''])],
  },

  in: {
    about:
      'One of the values; of a list, each entry. Values in rules are texts: `3` is the number 3 and the text "3", `true` is true.',
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
      'No entry of the list occurs twice. On a name with `*`, such as `agents.*.id`, no other entry has the same value.',
    examples: [example('distinct', [[1, 2]], [[1, 1]])],
  },
  in_dataset: {
    about:
      'An item of the dataset: its `dai_` id, or a value that one of its items has, in the named field or in any public one. In a product folder the dataset is named by its key.',
    examples: [example('in_dataset:companies,name', ['Acme'], ['Nobody', 5])],
  },

  min: {
    about: 'At least as much: numbers by value, texts by characters, lists by entries.',
    examples: [
      example('integer|min:5', [5, 9], [4]),
      example('string|min:3', ['Ada'], ['Al']),
      example('array|min:2', [[1, 2]], [[1]]),
    ],
  },
  max: {
    about: 'At most as much: numbers by value, texts by characters, lists by entries.',
    examples: [
      example('integer|max:20', [20, -5], [21]),
      example('string|max:3', ['Ada'], ['Grace']),
      example('array|max:1', [[1]], [[1, 2]]),
    ],
  },
  size: {
    about: 'Exactly as much: numbers by value, texts by characters, lists by entries.',
    examples: [example('string|size:2', ['CH'], ['CHE'])],
  },
  between: {
    about: 'Within both bounds, which are allowed themselves.',
    examples: [example('integer|between:18,99', [18, 99], [17, 100])],
  },
  digits: {
    about: 'A text of exactly that many digits.',
    examples: [example('digits:4', ['0815'], ['815', '08a5', 1234])],
  },
  digits_between: {
    about: 'A text of digits, at least the first and at most the second number of them.',
    examples: [example('digits_between:2,4', ['12', '1234'], ['1', '12345'])],
  },
  divisible_without_remainder: {
    about: 'A multiple of the number.',
    examples: [example('divisible_without_remainder:100', [12_300, 0], [123])],
  },

  gt: {
    about: 'More than the number, or than the other field.',
    examples: [example('gt:5', [6], [5]), example('gt:least', [6], [5], { least: 5 })],
  },
  gte: {
    about: 'At least the number, or the other field.',
    examples: [example('gte:5', [5], [4]), example('gte:least', [5], [4], { least: 5 })],
  },
  lt: {
    about: 'Less than the number, or than the other field.',
    examples: [example('lt:5', [4], [5]), example('lt:most', [4], [5], { most: 5 })],
  },
  lte: {
    about: 'At most the number, or the other field.',
    examples: [example('lte:5', [5], [6]), example('lte:most', [5], [6], { most: 5 })],
  },
  same: {
    about: 'Equal to the other field.',
    examples: [example('same:email', ['a@b.ch'], ['b@b.ch'], { email: 'a@b.ch' })],
  },
  different: {
    about: 'Other than the other field.',
    examples: [example('different:first', ['Grace'], ['Ada'], { first: 'Ada' })],
  },

  after: {
    about:
      'Later than a day, a phrase or another field. `today`, `tomorrow`, `yesterday` and dates are midnights in the time zone of the product; phrases such as `+18 months`, `18 years ago` or `next month` count from the present moment.',
    examples: [
      example('after:today', ['2026-04-16'], ['2026-04-15', '2026-04-14']),
      example('after:+1 month', ['2026-05-16'], ['2026-05-15']),
      example('after:start', ['2027-01-02'], ['2027-01-01'], { start: '2027-01-01' }),
    ],
  },
  after_or_equal: {
    about:
      'Not earlier. A day that a phrase leads to has begun before the moment itself: use `tomorrow`, not `+1 day`, where tomorrow shall pass.',
    examples: [
      example('after_or_equal:tomorrow', ['2026-04-16'], ['2026-04-15']),
      example('after_or_equal:+1 day', ['2026-04-17'], ['2026-04-16']),
    ],
  },
  before: {
    about:
      'Earlier. `before:18 years ago` passes on the 18th birthday, since that day began before the present moment.',
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
      'The year of a date, or the number itself, compared by `<`, `<=`, `>`, `>=`, `=` or `!=` with a year, `this year`, a phrase or a field.',
    examples: [
      example('year:<=,this year', [2026, '2025-12-31'], [2027]),
      example('year:>,1950', ['1951'], [1950]),
    ],
  },

  phone_number: {
    about:
      'A telephone number that exists, in international form; with countries also in their national forms.',
    examples: [
      example('phone_number', ['+41 44 668 18 00'], ['044 668 18 00', '+41 44 668']),
      example('phone_number:CH', ['044 668 18 00'], ['030 901820']),
    ],
  },
  email: {
    about: 'An address that mail can be sent to.',
    examples: [example('email', ['ada@example.com'], ['ada', 'ada@example'])],
  },
  url: {
    about: 'A web address with its scheme.',
    examples: [example('url', ['https://example.com/a'], ['example.com', 'ftp://example.com'])],
  },
  uuid: {
    about: 'A UUID.',
    examples: [example('uuid', ['0b0c6f0e-7a0a-4b8e-9d0e-1f2a3b4c5d6e'], ['0b0c6f0e'])],
  },
  iban: {
    about: 'An IBAN: length of its country and check digits; spaces are allowed.',
    examples: [example('iban', ['CH93 0076 2011 6238 5295 7'], ['CH93 0076 2011 6238 5295 8'])],
  },
  bic: {
    about: 'A BIC of 8 or 11 characters.',
    examples: [example('bic', ['UBSWCHZH80A'], ['UBSW'])],
  },
  imei: {
    about: 'An IMEI of 15 digits with its check digit.',
    examples: [example('imei', ['490154203237518'], ['490154203237519'])],
  },
  postal_code: {
    about: 'A postal code that the country may have given out.',
    examples: [example('postal_code:DE', ['01067'], ['1067', '00000'])],
  },
  ch_postal_code: {
    about: 'A Swiss postal code: `postal_code:CH`.',
    examples: [example('ch_postal_code', ['8001'], ['0999', '80011'])],
  },

  regex: {
    about:
      'Matches the pattern, which may contain `|`, `,` and `:`. Flags are i, m, s and u; anchor it with `^` and `$`. The engine takes linear time, so there is no looking ahead and no backreference.',
    examples: [example('regex:/^[A-Z]{2}-[0-9]{1,6}$/i', ['ZH-123', 'zh-1'], ['ZH 123'])],
  },
  not_regex: {
    about: 'Does not match the pattern.',
    examples: [example('not_regex:/test/i', ['Ada'], ['Testing'])],
  },
  alpha_num: {
    about: 'Letters and digits, of any alphabet.',
    examples: [example('alpha_num', ['Zoë1'], ['Zoë 1'])],
  },
  alnum_dash: {
    about: 'Letters, digits and dashes.',
    examples: [example('alnum_dash', ['AB-1'], ['AB/1'])],
  },
  alnum_dash_slash: {
    about: 'Letters, digits, dashes and slashes.',
    examples: [example('alnum_dash_slash', ['AB-1/2'], ['AB 1'])],
  },
  alnum_space: {
    about: 'Letters, digits and spaces.',
    examples: [example('alnum_space', ['AB 1'], ['AB-1'])],
  },
  all_caps: {
    about: 'No small letter.',
    examples: [example('all_caps', ['ADA 1'], ['Ada'])],
  },
  not_all_caps: {
    about: 'Not in capitals only.',
    examples: [example('not_all_caps', ['Ada', '123'], ['ADA'])],
  },
  each_word_capitalized: {
    about: 'No word begins with a small letter.',
    examples: [example('each_word_capitalized', ['Ada Lovelace'], ['Ada lovelace'])],
  },
  contains_blacklist_string: {
    about: 'Does not contain any of the words, not even inside another word; case does not matter.',
    examples: [example('contains_blacklist_string:test,demo', ['Ada'], ['Contest', 'DEMO'])],
  },
  contains_exact_blacklist_string: {
    about: 'Does not contain any of the words as a whole word.',
    examples: [example('contains_exact_blacklist_string:test', ['Contest'], ['a Test'])],
  },
  sequential_char_limit: {
    about: 'No more than so many equal characters in a row.',
    examples: [example('sequential_char_limit:2', ['Anna'], ['Annna'])],
  },
}
