import type { Form, Question } from '@bindery/sdk/generated'
import { type Choice, type Control, type Field, type Stage, idOf } from './field.ts'
import { type Locale, baseOf } from './locale.ts'
import { showMoney, showPercent } from './numbers.ts'
import { phonePiece } from './phone-piece.ts'
import { typeset } from './typeset.ts'

type Said = Form['checkout']['fields'][number]
type Texts = Readonly<Record<string, string>>

const longTextLengthMin = 300
/** While none of these demands it, nobody wants the answer. */
const showing: readonly string[] = [
  'required_if',
  'required_unless',
  'required_if_and',
  'required_if_all_false',
  'required_true_if',
  'required_false_if',
]

/** What a field is made in. */
export interface Around {
  readonly form: Form
  readonly locale: Locale
  readonly words: { readonly yes: string; readonly no: string }
}

/** A question by itself. */
export function buildField(stage: Stage, question: Question, around: Around): Field {
  const said = saidOf(question.name, around)
  const say = (texts: Texts | undefined) => sayIn(texts, around.locale.language)
  const control = controlOf(question, said)
  const phones =
    control === 'phone' ? phonePiece().phonesOf(question.validation, around.form) : undefined
  return {
    id: idOf(stage, question),
    stage,
    question,
    control,
    label: say(said?.label) || nameToLabel(question.name),
    help: say(said?.help),
    placeholder:
      say(said?.placeholder) || (phones === undefined ? '' : phonePiece().phoneExample(phones)),
    unit: control === 'percent' ? '%' : say(said?.unit),
    ...(phones !== undefined && { phones }),
    choices: choicesOf(question, said, around),
    isConditional: question.conditions.some(({ rule }) => showing.includes(rule)),
    isRequired: question.required,
  }
}

/** What the product says of a field. */
export function saidOf(name: string, { form }: Around): Said | undefined {
  return form.checkout.fields.find((field) => field.name === name)
}

function controlOf(question: Question, said: Said | undefined): Control {
  const { type, choices, validation } = question
  if (question.dataset_id !== null) return 'dataset'
  if (choices !== null) return 'choice'
  if (hasRule(validation, 'required_true') || hasRule(validation, 'accepted')) return 'consent'
  if (type === 'boolean') return 'flag'
  if (type === 'iso_date') return 'date'
  if (type === 'integer' || type === 'numeric') {
    if (said?.percent === true) return 'percent'
    return said?.money === true ? 'money' : 'number'
  }
  if (hasRule(validation, 'phone_number')) return 'phone'
  const [, longest] = /(?:^|\|)max:(\d+)/.exec(validation) ?? []
  return Number(longest) >= longTextLengthMin && type === 'string' ? 'long text' : 'text'
}

/** A rule by its name alone; what stands in patterns is not looked at closely, as it names no rule. */
export function hasRule(validation: string, name: string): boolean {
  return new RegExp(`(^|\\|)\\s*${name}\\s*(:|\\||$)`).test(validation)
}

export function choicesOf(question: Question, said: Said | undefined, around: Around): Choice[] {
  const { locale, form, words } = around
  const named = new Map(
    said?.choices.map(({ value, label }) => [value, sayIn(label, locale.language)]),
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
    if (said?.money === true) return showMoney(value, locale.tag, form.currency, { isShort: true })
    return said?.percent === true ? showPercent(value, locale.tag) : nameToLabel(String(value))
  }
}

/** What is said in a language, or in one that is close. */
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
