import type { Catalogue, Sentence, SentenceContext } from './catalogue.ts'

/** A number by its value, a text by its characters, a list by its entries. */
const sized =
  (amount: string, count = amount): Sentence =>
  ({ args: [bound = ''], kind, words }) =>
    kind === 'string' || kind === 'array'
      ? `Deve avere ${count} ${counted(words.number(bound), kind)}.`
      : `Deve essere ${amount} ${words.number(bound)}.`

function counted(number: string, kind: 'string' | 'array'): string {
  const isOne = number === '1'
  if (kind === 'string') return `${number} ${isOne ? 'carattere' : 'caratteri'}`
  return `${number} ${isOne ? 'elemento' : 'elementi'}`
}

const between: Sentence = ({ args: [least = '', most = ''], kind, words }) => {
  const range = `${words.number(least)} e ${words.number(most)}`
  if (kind === 'string') return `Deve avere tra ${range} caratteri.`
  return kind === 'array' ? `Deve avere tra ${range} elementi.` : `Deve essere tra ${range}.`
}

/** `dopo il 1 gennaio`, `prima del 1 gennaio`, `prima di oggi`. */
const dated =
  (named: string, ofDay: string, past: string, future: string): Sentence =>
  ({ args: [argument = ''], words }) => {
    const { is, text } = words.limit(argument)
    if (is === 'past') return `La data deve risalire ${past} ${text} fa.`
    if (is === 'future') return `La data deve essere tra ${future} ${text}.`
    return `La data ${is === 'day' ? ofDay : named} ${text}.`
  }

const oneOf = ({ args, words }: SentenceContext) => {
  const list = words.list(args)
  return list === null ? 'Deve essere uno dei valori ammessi.' : `Deve essere ${list}.`
}

const required = 'Questo campo è obbligatorio.'
const form = 'Non ha la forma richiesta.'

export const it: Catalogue = {
  invalid: 'Questo valore non è valido.',
  dataset_item: 'Questo elemento non esiste.',
  too_much:
    'Qui c’è più di quanto si possa controllare in una volta. Inviare meno valori o valori più brevi.',
  quote_patch: 'Questo non può essere modificato.',
  policy_patch: 'Questo non può essere modificato.',

  string: 'Deve essere un testo.',
  integer: 'Deve essere un numero intero.',
  numeric: 'Deve essere un numero.',
  boolean: 'Deve essere vero o falso.',
  array: 'Deve essere una lista.',
  object: 'Deve essere un gruppo di valori.',
  iso_date: 'Deve essere una data, per esempio 2027-01-31.',
  iso_datetime:
    'Deve essere una data con ora e fuso orario, per esempio 2027-01-31T09:00:00+01:00.',

  required,
  required_if: required,
  required_unless: required,
  required_if_and: required,
  required_if_all_false: required,
  required_with: required,
  required_without: required,
  required_true: 'La risposta deve essere sì.',
  required_false: 'La risposta deve essere no.',
  accepted: 'Deve essere accettato.',
  required_true_if: 'La risposta deve essere sì.',
  required_false_if: 'La risposta deve essere no.',
  nullable: '',
  optional: '',
  sometimes: '',

  in: oneOf,
  not_in: 'Questo valore non è ammesso.',
  distinct: 'Non deve comparire più volte.',
  in_dataset: 'Deve essere scelto dalla lista.',

  min: sized('almeno'),
  max: sized('al massimo'),
  size: sized('esattamente'),
  between,
  digits: ({ args: [count = ''] }) =>
    `Deve avere esattamente ${count} ${count === '1' ? 'cifra' : 'cifre'}.`,
  digits_between: ({ args: [least = '', most = ''] }) => `Deve avere tra ${least} e ${most} cifre.`,
  divisible_without_remainder: ({ args: [divisor = ''], words }) =>
    `Deve essere un multiplo di ${words.number(divisor)}.`,
  gt: sized('maggiore di', 'più di'),
  gte: sized('almeno'),
  lt: sized('minore di', 'meno di'),
  lte: sized('al massimo'),
  same: ({ args: [field = ''] }) => `Deve essere uguale a ${field}.`,
  different: ({ args: [field = ''] }) => `Deve essere diverso da ${field}.`,

  after: dated('deve essere dopo', 'deve essere dopo il', 'a meno di', 'più di'),
  after_or_equal: dated(
    'non deve essere prima di',
    'non deve essere prima del',
    'al massimo a',
    'almeno',
  ),
  before: dated('deve essere prima di', 'deve essere prima del', 'ad almeno', 'meno di'),
  before_or_equal: dated(
    'non deve essere dopo',
    'non deve essere dopo il',
    'ad almeno',
    'al massimo',
  ),
  year: ({ args: [operator = '', year = ''], words }) =>
    `Per l’anno deve valere: ${operator} ${words.year(year)}.`,

  phone_number: 'Deve essere un numero di telefono, per esempio +41 44 668 18 00.',
  email: 'Deve essere un indirizzo e-mail.',
  url: 'Deve essere un indirizzo web, per esempio https://example.com.',
  uuid: 'Deve essere un UUID.',
  iban: 'Deve essere un IBAN.',
  bic: 'Deve essere un BIC.',
  imei: 'Deve essere un IMEI di 15 cifre.',
  postal_code: 'Deve essere un codice postale.',
  ch_postal_code: 'Deve essere un codice postale svizzero.',

  regex: form,
  not_regex: form,
  alpha_num: 'Può contenere solo lettere e cifre.',
  alnum_dash: 'Può contenere solo lettere, cifre e trattini.',
  alnum_dash_slash: 'Può contenere solo lettere, cifre, trattini e barre.',
  alnum_space: 'Può contenere solo lettere, cifre e spazi.',
  all_caps: 'Deve essere scritto in maiuscolo.',
  not_all_caps: 'Non deve essere scritto solo in maiuscolo.',
  each_word_capitalized: 'Ogni parola deve iniziare con una maiuscola.',
  contains_blacklist_string: 'Contiene una parola non ammessa.',
  contains_exact_blacklist_string: 'Contiene una parola non ammessa.',
  sequential_char_limit: ({ args: [count = ''] }) =>
    `Non deve avere più di ${count} caratteri uguali di seguito.`,
}
