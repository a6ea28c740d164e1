import type { Catalogue, Sentence, SentenceContext } from './catalogue.ts'

/** A number by its value, a text by its characters, a list by its entries. */
const sized =
  (amount: string, count = amount): Sentence =>
  ({ args: [bound = ''], kind, words }) =>
    kind === 'string' || kind === 'array'
      ? `Muss ${count} ${counted(words.number(bound), kind)} haben.`
      : `Muss ${amount} ${words.number(bound)} sein.`

function counted(number: string, kind: 'string' | 'array'): string {
  if (kind === 'string') return `${number} Zeichen`
  return number === '1' ? 'einen Eintrag' : `${number} Einträge`
}

const between: Sentence = ({ args: [least = '', most = ''], kind, words }) => {
  const range = `${words.number(least)} und ${words.number(most)}`
  if (kind === 'string') return `Muss zwischen ${range} Zeichen haben.`
  return kind === 'array'
    ? `Muss zwischen ${range} Einträge haben.`
    : `Muss zwischen ${range} liegen.`
}

const dated =
  (named: string, past: string, future: string): Sentence =>
  ({ args: [argument = ''], words }) => {
    const { is, text } = words.limit(argument)
    if (is === 'past') return `Das Datum muss ${past} ${text} zurückliegen.`
    if (is === 'future') return `Das Datum muss ${future} ${text} in der Zukunft liegen.`
    return `Das Datum ${named} ${is === 'day' ? `dem ${text}` : text} liegen.`
  }

const oneOf = ({ args, words }: SentenceContext) => {
  const list = words.list(args)
  return list === null ? 'Muss einer der erlaubten Werte sein.' : `Muss ${list} sein.`
}

const required = 'Dieses Feld ist erforderlich.'
const form = 'Hat nicht die verlangte Form.'

export const de: Catalogue = {
  invalid: 'Dieser Wert ist ungültig.',
  dataset_item: 'Diesen Eintrag gibt es nicht.',
  too_much:
    'Hier ist mehr, als auf einmal geprüft werden kann. Bitte weniger oder kürzere Werte senden.',
  quote_patch: 'Das kann nicht geändert werden.',
  policy_patch: 'Das kann nicht geändert werden.',

  string: 'Muss ein Text sein.',
  integer: 'Muss eine ganze Zahl sein.',
  numeric: 'Muss eine Zahl sein.',
  boolean: 'Muss wahr oder falsch sein.',
  array: 'Muss eine Liste sein.',
  object: 'Muss eine Gruppe von Werten sein.',
  iso_date: 'Muss ein Datum sein, zum Beispiel 2027-01-31.',
  iso_datetime:
    'Muss ein Datum mit Uhrzeit und Zeitzone sein, zum Beispiel 2027-01-31T09:00:00+01:00.',

  required,
  required_if: required,
  required_unless: required,
  required_if_and: required,
  required_if_all_false: required,
  required_with: required,
  required_without: required,
  required_true: 'Muss bejaht werden.',
  required_false: 'Muss verneint werden.',
  accepted: 'Muss akzeptiert werden.',
  required_true_if: 'Muss bejaht werden.',
  required_false_if: 'Muss verneint werden.',
  nullable: '',
  optional: '',
  sometimes: '',

  in: oneOf,
  not_in: 'Dieser Wert ist nicht erlaubt.',
  distinct: 'Darf nicht mehrfach vorkommen.',
  in_dataset: 'Muss aus der Liste gewählt werden.',

  min: sized('mindestens'),
  max: sized('höchstens'),
  size: sized('genau'),
  between,
  digits: ({ args: [count = ''] }) =>
    `Muss genau ${count === '1' ? 'eine Ziffer' : `${count} Ziffern`} haben.`,
  digits_between: ({ args: [least = '', most = ''] }) =>
    `Muss zwischen ${least} und ${most} Ziffern haben.`,
  divisible_without_remainder: ({ args: [divisor = ''], words }) =>
    `Muss ein Vielfaches von ${words.number(divisor)} sein.`,
  gt: sized('größer als', 'mehr als'),
  gte: sized('mindestens'),
  lt: sized('kleiner als', 'weniger als'),
  lte: sized('höchstens'),
  same: ({ args: [field = ''] }) => `Muss mit ${field} übereinstimmen.`,
  different: ({ args: [field = ''] }) => `Muss sich von ${field} unterscheiden.`,

  after: dated('muss nach', 'weniger als', 'mehr als'),
  after_or_equal: dated('darf nicht vor', 'höchstens', 'mindestens'),
  before: dated('muss vor', 'mindestens', 'weniger als'),
  before_or_equal: dated('darf nicht nach', 'mindestens', 'höchstens'),
  year: ({ args: [operator = '', year = ''], words }) =>
    `Für das Jahr muss gelten: ${operator} ${words.year(year)}.`,

  phone_number: 'Muss eine Telefonnummer sein, zum Beispiel +41 44 668 18 00.',
  email: 'Muss eine E-Mail-Adresse sein.',
  url: 'Muss eine Webadresse sein, zum Beispiel https://example.com.',
  uuid: 'Muss eine UUID sein.',
  iban: 'Muss eine IBAN sein.',
  bic: 'Muss ein BIC sein.',
  imei: 'Muss eine IMEI aus 15 Ziffern sein.',
  postal_code: 'Muss eine Postleitzahl sein.',
  ch_postal_code: 'Muss eine Schweizer Postleitzahl sein.',

  regex: form,
  not_regex: form,
  alpha_num: 'Darf nur Buchstaben und Ziffern enthalten.',
  alnum_dash: 'Darf nur Buchstaben, Ziffern und Bindestriche enthalten.',
  alnum_dash_slash: 'Darf nur Buchstaben, Ziffern, Binde- und Schrägstriche enthalten.',
  alnum_space: 'Darf nur Buchstaben, Ziffern und Leerzeichen enthalten.',
  all_caps: 'Muss in Großbuchstaben geschrieben sein.',
  not_all_caps: 'Darf nicht nur aus Großbuchstaben bestehen.',
  each_word_capitalized: 'Jedes Wort muss mit einem Großbuchstaben beginnen.',
  contains_blacklist_string: 'Enthält ein Wort, das nicht erlaubt ist.',
  contains_exact_blacklist_string: 'Enthält ein Wort, das nicht erlaubt ist.',
  sequential_char_limit: ({ args: [count = ''] }) =>
    `Darf nicht mehr als ${count} gleiche Zeichen hintereinander haben.`,
}
