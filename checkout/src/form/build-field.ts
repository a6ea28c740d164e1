import type { Form, Question } from '@bindery/sdk/generated'
import { type Choice, type Control, type Field, type Stage, idOf } from './field.ts'
import { type Locale, baseOf } from './locale.ts'
import { showMoney, showPercent } from './numbers.ts'
import { phonePiece } from './phone-piece.ts'
import { typeset } from './typeset.ts'

type FieldTexts = Form['checkout']['fields'][number]
type Texts = Readonly<Record<string, string>>

const longTextLengthMin = 300
/** A question with one of these conditions is asked only while a condition demands an answer. */
const showing: readonly string[] = [
  'required_if',
  'required_unless',
  'required_if_and',
  'required_if_all_false',
  'required_true_if',
  'required_false_if',
]

/** The form, the locale and the words that fields are built with. */
export interface Around {
  readonly form: Form
  readonly locale: Locale
  readonly words: { readonly yes: string; readonly no: string }
}

/** The field of a question that is not part of a list. */
export function buildField(stage: Stage, question: Question, around: Around): Field {
  const texts = textsOf(question.name, around)
  const say = (texts: Texts | undefined) => sayIn(texts, around.locale.language)
  const control = controlOf(question, texts)
  const phones =
    control === 'phone' ? phonePiece().phonesOf(question.validation, around.form) : undefined
  return {
    id: idOf(stage, question),
    stage,
    question,
    control,
    label: say(texts?.label) || nameToLabel(question.name),
    help: say(texts?.help),
    placeholder:
      say(texts?.placeholder) || (phones === undefined ? '' : phonePiece().phoneExample(phones)),
    unit: control === 'percent' ? '%' : say(texts?.unit),
    ...(phones !== undefined && { phones }),
    choices: choicesOf(question, texts, around),
    isConditional: question.conditions.some(({ rule }) => showing.includes(rule)),
    isRequired: question.required,
  }
}

/** The texts and the presentation that `checkout.yaml` gives a field. */
export function textsOf(name: string, { form }: Around): FieldTexts | undefined {
  return form.checkout.fields.find((field) => field.name === name)
}

function controlOf(question: Question, texts: FieldTexts | undefined): Control {
  const { type, choices, validation } = question
  if (question.dataset_id !== null) return 'dataset'
  if (choices !== null) return 'choice'
  if (hasRule(validation, 'required_true') || hasRule(validation, 'accepted')) return 'consent'
  if (type === 'boolean') return 'flag'
  if (type === 'iso_date') return 'date'
  if (type === 'integer' || type === 'numeric') {
    if (texts?.percent === true) return 'percent'
    return texts?.money === true ? 'money' : 'number'
  }
  if (hasRule(validation, 'phone_number')) return 'phone'
  const [, longest] = /(?:^|\|)max:(\d+)/.exec(validation) ?? []
  return Number(longest) >= longTextLengthMin && type === 'string' ? 'long text' : 'text'
}

/** Looks for a rule by its name. Patterns of other rules are not parsed: they contain no rule names. */
export function hasRule(validation: string, name: string): boolean {
  return new RegExp(`(^|\\|)\\s*${name}\\s*(:|\\||$)`).test(validation)
}

export function choicesOf(
  question: Question,
  texts: FieldTexts | undefined,
  around: Around,
): Choice[] {
  const { locale, form, words } = around
  const named = new Map(
    texts?.choices.map(({ value, label }) => [value, sayIn(label, locale.language)]),
  )
  if (question.type === 'boolean') {
    return [true, false].map((value) => ({
      value,
      text: String(value),
      label: named.get(String(value)) || (value ? words.yes : words.no),
    }))
  }
  return (question.choices ?? []).map((value) => {
    const text = String(value)
    return { value, text, label: named.get(text) || plainLabel(value) }
  })

  function plainLabel(value: string | number): string {
    if (typeof value !== 'number') return nameToLabel(value)
    if (texts?.money === true) return showMoney(value, locale.tag, form.currency, { isShort: true })
    return texts?.percent === true ? showPercent(value, locale.tag) : nameToLabel(String(value))
  }
}

/** The text in the language, or else in the closest one. */
export function sayIn(texts: Texts | undefined, language: string): string {
  if (texts === undefined) return ''
  const near = Object.keys(texts).find((one) => baseOf(one) === baseOf(language))
  const spoken = texts[language] === undefined ? near : language
  return spoken === undefined
    ? (Object.values(texts)[0] ?? '')
    : typeset(texts[spoken] ?? '', spoken)
}

/** `employee_number` becomes `Employee number`. */
function nameToLabel(name: string): string {
  const words = (name.replace(/\.\*$/, '').split('.').at(-1) ?? name)
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
