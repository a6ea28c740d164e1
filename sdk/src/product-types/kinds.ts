import type { Rule } from './rule-string.ts'

const allKinds = ['string', 'number', 'boolean', 'array', 'object'] as const
export type Kind = (typeof allKinds)[number]

const text: readonly Kind[] = ['string']
const textOrNumber: readonly Kind[] = ['string', 'number']
const sized: readonly Kind[] = ['string', 'number', 'array']

/** The kinds of value that a rule takes, for the rules that do not take every kind. */
export const kindsTaken: Readonly<Record<string, readonly Kind[]>> = {
  string: text,
  integer: ['number'],
  numeric: ['number'],
  boolean: ['boolean'],
  array: ['array'],
  object: ['object'],
  iso_date: text,
  iso_datetime: text,
  phone_number: text,
  email: text,
  url: text,
  uuid: text,
  iban: text,
  bic: text,
  imei: text,
  postal_code: text,
  ch_postal_code: text,
  required_true: ['boolean'],
  required_false: ['boolean'],
  accepted: ['string', 'number', 'boolean'],
  in: ['string', 'number', 'boolean', 'array'],
  distinct: ['array'],
  min: sized,
  max: sized,
  size: sized,
  between: sized,
  digits: text,
  digits_between: text,
  divisible_without_remainder: ['number'],
  gt: sized,
  gte: sized,
  lt: sized,
  lte: sized,
  regex: textOrNumber,
  not_regex: textOrNumber,
  alpha_num: textOrNumber,
  alnum_dash: textOrNumber,
  alnum_dash_slash: textOrNumber,
  alnum_space: textOrNumber,
  all_caps: textOrNumber,
  not_all_caps: textOrNumber,
  each_word_capitalized: textOrNumber,
  contains_blacklist_string: textOrNumber,
  contains_exact_blacklist_string: textOrNumber,
  sequential_char_limit: textOrNumber,
  after: text,
  after_or_equal: text,
  before: text,
  before_or_equal: text,
  year: textOrNumber,
}

/** The kinds of value that pass all the rules; null where the rules leave it open. */
export function kindsOf(rules: readonly Rule[]): readonly Kind[] | null {
  const kinds = allKinds.filter((kind) =>
    rules.every(({ name }) => kindsTaken[name]?.includes(kind) ?? true),
  )
  return kinds.length === 0 || kinds.length === allKinds.length ? null : kinds
}
