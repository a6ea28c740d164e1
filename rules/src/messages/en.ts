import type { Catalogue, Sentence, SentenceContext } from './catalogue.ts'

/** A number by its value, a text by its characters, a list by its entries. */
const sized =
  (amount: string, count = amount): Sentence =>
  ({ args: [bound = ''], kind, words }) =>
    kind === 'string' || kind === 'array'
      ? `Must have ${count} ${counted(words.number(bound), kind)}.`
      : `Must be ${amount} ${words.number(bound)}.`

function counted(number: string, kind: 'string' | 'array'): string {
  const isOne = number === '1'
  if (kind === 'string') return `${number} ${isOne ? 'character' : 'characters'}`
  return `${number} ${isOne ? 'entry' : 'entries'}`
}

const between: Sentence = ({ args: [least = '', most = ''], kind, words }) => {
  const range = `${words.number(least)} and ${words.number(most)}`
  if (kind === 'string') return `Must have between ${range} characters.`
  return kind === 'array' ? `Must have between ${range} entries.` : `Must be between ${range}.`
}

const dated =
  (named: (day: string) => string, past: string, future: string): Sentence =>
  ({ args: [argument = ''], words }) => {
    const limit = words.limit(argument)
    if (limit.is === 'past') return `Must be ${past} ${limit.text} ago.`
    if (limit.is === 'future') return `Must be ${future} ${limit.text} from now.`
    return `Must be ${named(limit.text)}.`
  }

const oneOf = ({ args, words }: SentenceContext) => {
  const list = words.list(args)
  return list === null ? 'Must be one of the values allowed here.' : `Must be ${list}.`
}

const required = 'This field is required.'
const form = 'Does not have the form that is asked for.'

export const en: Catalogue = {
  invalid: 'This value is not valid.',
  dataset_item: 'This entry does not exist.',
  too_much: 'There is more here than can be checked at once. Send fewer or shorter values.',
  quote_patch: 'This cannot be changed.',
  policy_patch: 'This cannot be changed.',

  string: 'Must be a text.',
  integer: 'Must be a whole number.',
  numeric: 'Must be a number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be a group of values.',
  iso_date: 'Must be a date, such as 2027-01-31.',
  iso_datetime: 'Must be a date with a time and an offset, such as 2027-01-31T09:00:00+01:00.',

  required,
  required_if: required,
  required_unless: required,
  required_if_and: required,
  required_if_all_false: required,
  required_with: required,
  required_without: required,
  required_true: 'Must be true.',
  required_false: 'Must be false.',
  accepted: 'Must be accepted.',
  required_true_if: 'Must be true.',
  required_false_if: 'Must be false.',
  nullable: '',
  optional: '',
  sometimes: '',

  in: oneOf,
  not_in: 'This value is not allowed.',
  distinct: 'Must not occur twice.',
  in_dataset: 'Must be chosen from the list.',

  min: sized('at least'),
  max: sized('at most'),
  size: sized('exactly'),
  between,
  digits: ({ args: [count = ''] }) =>
    `Must have exactly ${count} ${count === '1' ? 'digit' : 'digits'}.`,
  digits_between: ({ args: [least = '', most = ''] }) =>
    `Must have between ${least} and ${most} digits.`,
  divisible_without_remainder: ({ args: [divisor = ''], words }) =>
    `Must be a multiple of ${words.number(divisor)}.`,
  gt: sized('more than'),
  gte: sized('at least'),
  lt: sized('less than', 'fewer than'),
  lte: sized('at most'),
  same: ({ args: [field = ''] }) => `Must be the same as ${field}.`,
  different: ({ args: [field = ''] }) => `Must be different from ${field}.`,

  after: dated((day) => `after ${day}`, 'less than', 'more than'),
  after_or_equal: dated((day) => `${day} or later`, 'at most', 'at least'),
  before: dated((day) => `before ${day}`, 'at least', 'less than'),
  before_or_equal: dated((day) => `${day} or earlier`, 'at least', 'at most'),
  year: ({ args: [operator = '', year = ''], words }) =>
    `The year must be ${operator} ${words.year(year)}.`,

  phone_number: 'Must be a telephone number, such as +41 44 668 18 00.',
  email: 'Must be an e-mail address.',
  url: 'Must be a web address, such as https://example.com.',
  uuid: 'Must be a UUID.',
  iban: 'Must be an IBAN.',
  bic: 'Must be a BIC.',
  imei: 'Must be an IMEI of 15 digits.',
  postal_code: 'Must be a postal code.',
  ch_postal_code: 'Must be a Swiss postal code.',

  regex: form,
  not_regex: form,
  alpha_num: 'May contain only letters and digits.',
  alnum_dash: 'May contain only letters, digits and dashes.',
  alnum_dash_slash: 'May contain only letters, digits, dashes and slashes.',
  alnum_space: 'May contain only letters, digits and spaces.',
  all_caps: 'Must be written in capitals.',
  not_all_caps: 'Must not be written in capitals only.',
  each_word_capitalized: 'Each word must begin with a capital.',
  contains_blacklist_string: 'Contains a word that is not allowed.',
  contains_exact_blacklist_string: 'Contains a word that is not allowed.',
  sequential_char_limit: ({ args: [count = ''] }) =>
    `Must not have more than ${count} equal characters in a row.`,
}
