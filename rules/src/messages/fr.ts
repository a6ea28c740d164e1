import type { Catalogue, Sentence, SentenceContext } from './catalogue.ts'

/** A number by its value, a text by its characters, a list by its entries. */
const sized =
  (amount: string, count: string): Sentence =>
  ({ args: [bound = ''], kind, words }) =>
    kind === 'string' || kind === 'array'
      ? `Doit comporter ${count} ${counted(words.number(bound), kind)}.`
      : `Doit être ${amount} ${words.number(bound)}.`

function counted(number: string, kind: 'string' | 'array'): string {
  const isOne = number === '0' || number === '1'
  if (kind === 'string') return `${number} ${isOne ? 'caractère' : 'caractères'}`
  return `${number} ${isOne ? 'élément' : 'éléments'}`
}

const between: Sentence = ({ args: [least = '', most = ''], kind, words }) => {
  const range = `${words.number(least)} et ${words.number(most)}`
  if (kind === 'string') return `Doit comporter entre ${range} caractères.`
  return kind === 'array'
    ? `Doit comporter entre ${range} éléments.`
    : `Doit être compris entre ${range}.`
}

const dated =
  (named: string, past: string, future: string): Sentence =>
  ({ args: [argument = ''], words }) => {
    const { is, text } = words.limit(argument)
    if (is === 'past') return `La date doit remonter à ${past} ${text}.`
    if (is === 'future') return `La date doit être dans ${future} ${text}.`
    return `La date ${named} ${is === 'day' ? `le ${text}` : text}.`
  }

const oneOf = ({ args, words }: SentenceContext) => {
  const list = words.list(args)
  return list === null ? 'Doit être une des valeurs autorisées.' : `Doit être ${list}.`
}

const required = 'Ce champ est obligatoire.'
const form = 'N’a pas la forme demandée.'

export const fr: Catalogue = {
  invalid: 'Cette valeur n’est pas valable.',
  dataset_item: 'Cet élément n’existe pas.',
  too_much:
    'Il y a ici plus que ce qui peut être vérifié en une fois. Envoyez moins de valeurs ou des valeurs plus courtes.',
  quote_patch: 'Ceci ne peut pas être modifié.',
  policy_patch: 'Ceci ne peut pas être modifié.',

  string: 'Doit être un texte.',
  integer: 'Doit être un nombre entier.',
  numeric: 'Doit être un nombre.',
  boolean: 'Doit être vrai ou faux.',
  array: 'Doit être une liste.',
  object: 'Doit être un groupe de valeurs.',
  iso_date: 'Doit être une date, par exemple 2027-01-31.',
  iso_datetime: 'Doit être une date avec heure et décalage, par exemple 2027-01-31T09:00:00+01:00.',

  required,
  required_if: required,
  required_unless: required,
  required_if_and: required,
  required_if_all_false: required,
  required_with: required,
  required_without: required,
  required_true: 'La réponse doit être oui.',
  required_false: 'La réponse doit être non.',
  accepted: 'Doit être accepté.',
  required_true_if: 'La réponse doit être oui.',
  required_false_if: 'La réponse doit être non.',
  nullable: '',
  optional: '',
  sometimes: '',

  in: oneOf,
  not_in: 'Cette valeur n’est pas autorisée.',
  distinct: 'Ne doit pas figurer plusieurs fois.',
  in_dataset: 'Doit être choisi dans la liste.',

  min: sized('au moins égal à', 'au moins'),
  max: sized('au plus égal à', 'au plus'),
  size: sized('égal à', 'exactement'),
  between,
  digits: ({ args: [count = ''] }) =>
    `Doit comporter exactement ${count} ${count === '1' ? 'chiffre' : 'chiffres'}.`,
  digits_between: ({ args: [least = '', most = ''] }) =>
    `Doit comporter entre ${least} et ${most} chiffres.`,
  divisible_without_remainder: ({ args: [divisor = ''], words }) =>
    `Doit être un multiple de ${words.number(divisor)}.`,
  gt: sized('supérieur à', 'plus de'),
  gte: sized('au moins égal à', 'au moins'),
  lt: sized('inférieur à', 'moins de'),
  lte: sized('au plus égal à', 'au plus'),
  same: ({ args: [field = ''] }) => `Doit être identique à ${field}.`,
  different: ({ args: [field = ''] }) => `Doit être différent de ${field}.`,

  after: dated('doit être après', 'moins de', 'plus de'),
  after_or_equal: dated('ne doit pas être avant', 'au plus', 'au moins'),
  before: dated('doit être avant', 'au moins', 'moins de'),
  before_or_equal: dated('ne doit pas être après', 'au moins', 'au plus'),
  year: ({ args: [operator = '', year = ''], words }) =>
    `L’année doit remplir la condition : ${operator} ${words.year(year)}.`,

  phone_number: 'Doit être un numéro de téléphone, par exemple +41 44 668 18 00.',
  email: 'Doit être une adresse e-mail.',
  url: 'Doit être une adresse web, par exemple https://example.com.',
  uuid: 'Doit être un UUID.',
  iban: 'Doit être un IBAN.',
  bic: 'Doit être un BIC.',
  imei: 'Doit être un IMEI de 15 chiffres.',
  postal_code: 'Doit être un code postal.',
  ch_postal_code: 'Doit être un code postal suisse.',

  regex: form,
  not_regex: form,
  alpha_num: 'Ne peut contenir que des lettres et des chiffres.',
  alnum_dash: 'Ne peut contenir que des lettres, des chiffres et des tirets.',
  alnum_dash_slash:
    'Ne peut contenir que des lettres, des chiffres, des tirets et des barres obliques.',
  alnum_space: 'Ne peut contenir que des lettres, des chiffres et des espaces.',
  all_caps: 'Doit être écrit en majuscules.',
  not_all_caps: 'Ne doit pas être écrit uniquement en majuscules.',
  each_word_capitalized: 'Chaque mot doit commencer par une majuscule.',
  contains_blacklist_string: 'Contient un mot qui n’est pas autorisé.',
  contains_exact_blacklist_string: 'Contient un mot qui n’est pas autorisé.',
  sequential_char_limit: ({ args: [count = ''] }) =>
    `Ne doit pas avoir plus de ${count} caractères identiques à la suite.`,
}
